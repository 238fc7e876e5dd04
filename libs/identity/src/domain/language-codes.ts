/** ISO 639-1, the codes of two letters, from the npm package iso-639-3 3.0.1. */
export const twoLetterCodes = `
aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee
el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io
is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn
mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se
sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi
vo wa wo xh yi yo za zh zu
`;

/**
 * ISO 639-3, the codes of three letters, from the same package: the first two letters, then each third letter. Without
 * retired codes and those of private use.
 */
export const threeLetterCodes = `
aa:abcdefghiklnopqrstuwxz ab:abcdefghijklmnopqrstuvwxyz ac:abdefhiklmnpqrstuvwxyz ad:abdefghijlnoqrstuwxyz
ae:abcdeklmnqrsuwyz af:bdeghiknoprstuz ag:abcdefghijklmnoqrstuvwxyz ah:abghiklmnoprst
ai:abcdefghijklmnopqrtwxy aj:aginptuwz ak:abcdefghijklmopqrstuvwxyz al:acdefhijklmnopqrstuwxyz
am:abcefghijklmnopqrstuvwxyz an:abcdefghijklmnopqrstuvwxyz ao:abcdefgijklmnrstuxz
ap:bcdefghijklmnopqrstuvwxyz aq:cdgmnprtz ar:abcdeghijklnopqrsuvwxyz as:abcefghijklmnopqrstuvwxyz
at:abcdegijklmnopqrstuvwxyz au:abcdghijklmnopqrtuwxyz av:abdeiklmnostuv aw:abceghikmnorstuvwxy ax:begklmx
ay:abcdeghiklmnopqrstuz az:abdegjmnotz ba:abcefghjklmnoprsuvwxy bb:abcdefghijklmnopqrstuvwxy
bc:abcdefghijklmnopqrstuvwyz bd:abcdefghijklmnopqrstuvwxyz be:abcdefghijklmnopqstuvwxyz
bf:abcdefghijklmnopqrstuwxyz bg:abcdefgijklnopqrstuvwxyz bh:abcdefghijlmnopqrstuvwxyz
bi:abcdefgjklmnopqrstuvwxyz bj:abcefghijklmnoprstuvwxyz bk:acdfghijklmnopqrstuvwxyz
bl:abcdefghijklmnopqrstvwxyz bm:abcdefghijklmnopqrstuvwxz bn:abcdefgijklmnopqrsuvwxyz
bo:abdefghijklmnopqrstuvwxyz bp:adghijklmnopqrstuvwxyz bq:abcdfghijklmnopqrstuvwxyz
br:abcdefghijklmnopqrstuvwxyz bs:abcefghijklmnopqrstuvwxy bt:acdefghijmnopqrstuvwxyz
bu:abcdefghijklmnopqstuvwxyz bv:abcdefghijklmnopqrtuvwxyz bw:abcdefghijklmnopqrstuwxyz
bx:abcdefghijklmnopqrsuvwz by:abcdefghijklmnopqrstvwxz bz:abcdefghijklmnopqrstuvwxyz
ca:abcdefghjklmnopqrstvwxyz cb:bcdgijklnoqrstuvwy cc:cdeghjlmopr cd:aefhijmnorsyz ce:abgknsty cf:adgm
cg:acgk ch:abcdefghjklmnopqrtuvwxyz ci:abcdehkmnprwy cj:aehikmnopsvy ck:bhlmnoqrstuvxyz cl:acdehijklmotuwy
cm:aegilmnorst cn:abcghikloprstuwx co:abcdefghjklmnopqrstuvwxz cp:abcginosuxy cq:d
cr:abcdefghijklmnoqrstvwxyz cs:abcdefghijklmnopqrstvwyz ct:acdeghlmnopstuz cu:abcghijklopqrtuvwxy cv:gn
cw:abdegt cy:abmo cz:hknot da:acdeghijklmnoqrsuvwxz db:abdefgijlmnopqrtuvwy dc:cr dd:adegijnorsw
de:cdefghiklmnpqrsuvz dg:abcdeghiklnorstwxz dh:dgilmnorsuvwx di:abcdfghijklmnopqrsuvwxyz
dj:abcdefijkmnoruw dk:akrsx dl:gkmn dm:abcdefgklmorsuvwxy dn:adegijknortuvwy do:abcefhiklnopqrstvwxyz dp:p
dr:bcdegilnoqstuy ds:behilnoq dt:abdhikmnoprstuy du:abcefghiklmnopqrsuvwxyz dv:a dw:akrsuwyz dy:abdgimnouy
dz:aeglno ea:a eb:cgkoru ec:rsy ee:e ef:aei eg:aloy eh:u ei:ptv ej:a ek:aegiklmopry el:ehiklmoux
em:abegikmnpsuwxy en:abcdfghlmnoqruvwx eo:t ep:io er:aghikorstw es:eghiklmnoqstuy et:bchnorstuxz eu:s
ev:ehn ew:eo ex:t ey:ao ez:ae fa:abdfghijklmnoprstuxyz fb:l fc:s fe:r ff:im fg:r fi:aefjlnprtw fk:kv
fl:ahilnry fm:pu fn:bgi fo:dimnrs fp:e fq:s fr:acdkmopqrsty fs:els fu:bcdefhijlmnqrtuvy fv:r fw:ae
ga:abcdefghijklmnopqrstuwxyz gb:abdefghijklmnopqrsuvwxyz gc:cdeflnrt gd:abcdefghijklmnoqrstux
ge:abcdfghijklqsvwxyz gf:kt gg:abdegkltuw gh:acehklnorst gi:abcdeghlmnpqrstuwxyz gj:ikmnru gk:adenopu
gl:acdeghjkloruvwy gm:abdghlmnruvxyz gn:abcdeghijklmnoqrtuwz go:abcdefghijklmnopqrstuwxyz gp:aen gq:ainru
gr:abcdghijmnoqrstuvwxyz gs:eglmnopsw gt:au gu:abcdefghijklmnopqrstuwxz gv:acefjlmnoprsy
gw:abcdefgijmnrtuwx gx:x gy:abdefgilmnory gz:ain ha:abcdefghijklmnopqrstuvwxyz hb:abnosu hc:ah hd:nsy
he:abdghimr hg:mw hh:iry hi:abdfghijklnortwx hj:i hk:aekns hl:abdetu hm:abcdefghijklmnopqrstuvwyz
hn:adeghijnosu ho:abcdehijlmoprstvwyz hp:os hr:acekmoptuvwxz hs:bhlns ht:iosux
hu:bcdefghijklmnopqrstuvwxyz hv:ceknv hw:aco hy:aew ia:inr ib:abdeghlmnoruy ic:ahlr id:abcdeiorstu
if:abefkmuy ig:beglmnosw ih:bipw ii:in ij:cejns ik:eikloprstuvwxz il:abegikmopsuv im:ailnorsy
in:abdghjlmnopstz io:ruw ip:iko iq:uw ir:ehiknruxy is:acdeghiklmnortu it:abdeiklmorstvwxyz iu:m iv:bv
iw:kmos ix:cl iy:aox iz:hrz ja:abcdefhjklmnoqstuvxyz jb:eijknortuw jc:st jd:agt je:behiklnrtu jg:beko
jh:is ji:abcdeghilmoqtuvy jj:er jk:amopru jl:es jm:abcdilnrswx jn:adgijls jo:bdgrsw jp:anr jq:r jr:abrtu
js:l ju:abcdhiklmnoprstuwy jv:dn jw:i jy:aey ka:abcdefghijklmnopqstuvwxyz kb:abcdeghijklmnopqrstuvwxyz
kc:abcdefghijklmnopqrstuvwxyz kd:acdefghijklmnpqrtuwxyz ke:abcdefghijklmnopqrstuvwxyz
kf:abcdefghijklmnopqrstuvwxyz kg:abefgijklmnopqrstuvwxy kh:abcdefghjklmnopqrstuvwxyz
ki:abcdefghijklmnopqrstuvwxyz kj:abcdeghijklmnopqrstuvxyz kk:abcdefghijklmnopqrstuvwxyz
kl:abcdefghijklmnopqrstuvwxyz km:abcdefghijklmnopqrstuvwxyz kn:abcdefgijklmnopqrstuvwxyz
ko:acdefghiklmnopqrstuvwyz kp:abcdefghijklmnoqrstuvwxyz kq:abcdefghijklmnopqrstuvwxyz
kr:abcdefhijklnprstuvwxyz ks:abcdefghijklmnopqrstuvwxyz kt:abcdefghijklmnopqstuvwxyz
ku:abcdefghijklmnopqrstuvwxyz kv:abcdefghijklmnopqrtuvwxyz kw:abcdefghijklmnoprstuvwxyz
kx:abcdfhijkmnopqrstvwxyz ky:abcdefghijklmnopqrstuvwxyz kz:abcdefgiklmnopqrsuvwxyz
la:abcdefghijklmnopqrstuvwxyz lb:bcefgijklmnoqrstuvwxyz lc:cdefhlmpqs ld:abdghijklmnopq
le:abcdefhijklmnopqrstuvwxyz lf:an lg:abghiklmnqrtuz lh:ahilmnpstu li:abcdefghjklmnopqrstuvwxyz lj:aeilpwx
lk:abcdehijlmnorstuy ll:abcdefghijklmnpqsux lm:abcdefghijklnopqruvwxy ln:abdghijlmnosuwz
lo:abcefghijklmnopqrstuvwxyz lp:aenox lr:acegiklmnortvz ls:adehilmnoprstvy lt:cghinosuz
lu:abcdefgijklmnopqrstuvwyz lv:aiksu lw:aeghlmostuw ly:agn lz:hlnz ma:abdefghijklmnqrstuvwxz
mb:abcdefhijklmnopqrstuvwxyz mc:abcdefghijklmnopqrstuvwxyz md:abcdefghijklmnpqrstuvwxyz
me:abcdefhijklmnopqrstuvwyz mf:abcdefghijklmnopqrstuvwxyz mg:abcdefghijklmnopqrstuvwyz
mh:abcdefgijklmnopqrstuwxyz mi:abcdefghijklmnopqrstuwxyz mj:bcdeghijklmnopqrstuvwxyz
mk:abcdefgijklmnopqrstuvwxyz ml:abcefghijklmnopqrstuvwxz mm:abcdefghijklmnopqrtuvwxyz
mn:abcdefghijklmnpqrsuvwxyz mo:acdeghijkmnopqrstuvwxyz mp:abcdeghijklmnopqrstuvwxyz
mq:abcefghijklmnopqrstuvwxyz mr:abcdefghijklmnopqrstuvwxyz ms:abcdefghijklmnopqrsuvwxyz
mt:abcdefghijklmnopqrstuvwxy mu:abcdeghijklmopqrstuvxyz mv:abdefghiklmnopqrstuvwxyz
mw:abcefghiklmnopqrstuvwz mx:abcdefghijklmnopqrstuvwxyz my:abcefghjklmoprsuvwxyz
mz:abcdeghijklmnopqrstuvwxyz na:abcefgjklmnopqrstuvwxyz nb:abcdeghijklmnopqrstuvwy
nc:abcdefghijklmnoqrstuxz nd:abcdefghijklmnopqrstuvwxyz ne:abcdefghijkmnopqrstuvwxyz nf:adlru
ng:abcdeghijklmnopqrstuvwxyz nh:abcdefghikmnopqrtuvwxyz ni:abdefghijklmnoqrstuvwxyz nj:abdhijlmnorstuxyz
nk:abcdefghijkmnopqrstuvwxz nl:acdegijklmoquvwxyz nm:abcdefghijklmnopqrstuvwxyz
nn:abcdefghijklmnopqrtuvwyz no:abcdefghijklmnpqrstuvwyz np:abghilnosuxy nq:gklmnoqy nr:abcefgiklmnprtuxz
ns:abcdefghiklmnopqrstuvwxyz nt:degijkmopruwxyz nu:acdefghijklmnopqrstuvwxyz nv:hmo nw:abcegimorxy
nx:adegiklmnoqrx ny:abcdefghijklmnopqrstuvwxy nz:abdikmsuyz oa:acrv ob:iklmortu oc:ahiou od:aktu of:osu
og:bcegou oh:tu oi:an oj:bcgipsvw ok:abdeghijklmnorsuvx ol:adekmortu om:abcgiklnoprtuwx
on:abegijknoprstuwx oo:dgnrs op:akmoty or:aceghimnorstuvwxyz os:aciopstux ot:abdeiklmnqrstuwxyz ou:abeim
ov:d ow:il oy:bdmy oz:m pa:bcdefghiklmnopqrstuvwxyz pb:bcefghilmnoprstuvy pc:abcdefghijklmnpw pd:acinotu
pe:abdefghijklmopqsvxyz pf:ael pg:adgiklnsuz ph:adghklmnoqrtuvw pi:abcdefghijlmnoprstuvwxyz pj:t
pk:abcghnoprstu pl:abcdeghijklnoqrstuvwyz pm:abdefhijklmnoqrstwxyz pn:abcdeghijklmnopqrstuvwxyz
po:cefghiklmnopqrstvwxy pp:eiklmnopqstu pq:am pr:cdefghiklmnopqrstuwxz ps:acdeghilmnopqrstuwy
pt:ahinopqrtuvwy pu:abcdefgijmopqrstuwxy pw:abgimnorw px:m py:emnsuxy pz:n qu:abcdefghiklmnpqrsvwxyz
qv:acehijlmnopswyz qw:achmst qx:achlnopqrstuw qy:ap ra:abcdfghijklmnopqrstuvwxyz rb:bklp rc:f rd:b
re:abegijlmnrsty rg:aeknrsu rh:gp ri:aflmnrtu rj:gis rk:abhimtw rm:abcdefghiklmnopqstuvwxyz rn:dglnprw
ro:bcdefghlmnopruw rp:nt rr:iot rs:blm rt:chmsw ru:bcefghiknopqstuyz rw:akmor rx:dw ry:nsu rz:h
sa:abcdefghjkmnoqrstuvwxyz sb:abcdefghijklmnopqrstuvwxyz sc:befghiklnopqstuvwx sd:abcefghjklnopqrstuxz
se:abcdefghijklnopqrstuvwyz sf:bemsw sg:abcdeghijkmprstuwxyz sh:abcdeghijklmnopqrstuvwxyz
si:abdefghijklmnpqrsuvwxyz sj:abdegklmnoprstuw sk:abcdefghijmnopqrstuvwxyz sl:cdefghijklmnpqrstuvwxyz
sm:abcdefghjklmnopqrstuvwxyz sn:abcdefgijklmnopqrsuvwxyz so:abcdeghijklmopqrstuvwxyz
sp:abcdegiklmnopqrstuvxy sq:ahikmnoqrstu sr:abcdefghiklmnopqrstuvwxyz ss:bcdefghijklmnopqrstuvwxyz
st:abdefghijklmnopqrstuvwy su:abcegijknqrstvwxyz sv:abcekmsx sw:abcefghijklmnopqrstuvwxy sx:bcegklmnorsuw
sy:abciklmnorswxy sz:abcdeglnpsvwy ta:abcdefghjklmnopqrstuvwxyz tb:acdefghijklmnoprstuvwxyz
tc:abcdefghiklmnopqstuwxyz td:abcdefghijklmnoqrstvxy te:abcdefghiklmnopqrstuvwxyz tf:inort
tg:abcdefhijklnopqrstuvwxyz th:adefhiklmnpqrstuvyz ti:acfghijklmnopqrstuvwxyz tj:agijlmnopsuw
tk:abdefglmnpqrstuvwxz tl:abcdfghijklmnopqrstuvxy tm:abcdefghijklmnoqrstuvwyz tn:abcdghiklmnopqrstuvwxyz
to:bcdfghijlmnopqrsuvwxyz tp:acefgijklmnopqrtuvwxyz tq:blmnopqrtuw tr:abcdefghijlmnopqrstuvwxyz
ts:abcdeghijklmnopqrstuvwxyz tt:abcdefghijklmnopqrstuvwyz tu:abcdefghijklmnoqrsuvxyz tv:adeklmnostuwxy
tw:abcdefghilmnopqrtuwxy tx:abceghijmnoqrstuxy ty:aehijlnprstuvxz tz:ahjlmnox ua:mnr ub:ailruy ud:aegijlmu
ue:s uf:i ug:abenoy uh:an ui:gsv uj:i uk:aghiklpqrsuvwy ul:abcefiklmnuw um:abcdgimnoprsu un:adegkmnruxz
up:iv ur:abcdefghiklmnoprtuvwxyz us:ahikpsu ut:aehpru uu:mnru uv:ehl uw:a uy:a uz:bns va:aefghijlmnoprsuvy
vb:bk ve:cdlmnopr vg:rt vi:cdefglnstv vk:aijklmoptu vl:ps vm:abcdefghijklmpqrsuvwxyz vn:kmp vo:lrt vr:aost
vs:ilv vt:o vu:mnt vw:a wa:abcdefghijlmnopqrstuvwxyz wb:abefhijklmpqrstvw wc:ai wd:dgjkuy
we:acdghimoprstuw wf:g wg:abgiouy wh:agku wi:bcefghijklmnruvy wj:ai wk:abdlruwy wl:aceghiklmnorsuvwxy
wm:abcdehimnostwx wn:bcdegikmnopuwy wo:abcdefgiklmnorswy wp:c wr:abdghiklmnoprsuvwxyz ws:agikrsuv
wt:fhikmw wu:abdhlmnrtuvxy ww:aborw wx:aw wy:abimry xa:abcdegijklmnopqrstuvwy xb:bcdegijmnoprwy
xc:bceghlmnortuvwy xd:ackmoy xe:bdglmprstu xf:a xg:abdfgilmruw xh:acdeortuv xi:bilnrsvy xj:bt
xk:abcdefgijklnopqrstuvwxyz xl:abcdeginopsuy xm:abcdefghjklmnopqrstuvwxyz xn:abghikmnorstuyz
xo:cdgikmnoprw xp:abcdefghijklmnopqrstuvwxyz xq:at xr:abdegimnrtuw xs:abcdehijlmnopqrsuvy
xt:abcdeghijlmnopqrstuvwy xu:abdgjlmnoprtu xv:einos xw:acdegjklortw xx:bkmrt xy:abjklty xz:hmp
ya:abcdefghijklmnopqrstuvwxyz yb:abehijklmnoxy yc:hlnp yd:adegk ye:aceijlrstuvy yg:ailmprsuw yh:adls
yi:adfghijklmnpqrstuvxz yk:agiklmnortuy yl:abegilmnoruy ym:bcdeghiklmnopqrsxz yn:adegklnoqsu
yo:bgiklmnrtxy yp:abghmnopz yr:abeklmnoswy ys:cdglnoprsy yt:alpwy yu:abcdefgijklmnpqrtwxyz yv:at
yw:aglnqrtuw yx:aglmuy yy:ruz yz:gk za:abcdefghijklmopqrstuvwxyz zb:aceltw zc:ah zd:j ze:aghn zg:abhmnr
zh:abdinow zi:abklmnwz zk:abdghknoprtuvz zl:jmnq zm:abcdefghijklmnopqrstuvwxyz zn:aegks zo:chmoqrs
zp:abcdefghijklmnopqrstuvwxyz zq:e zr:agnops zs:aklmru zt:eglmnpqstuxy zu:ahlmny zw:a zx:x zy:bgjnp zz:aj
`;
