import { phrases } from './phrases.js';

/** What people say in danger to life. Each phrase names the danger itself; negations and the past stand around it. */
export const englishDangers = phrases(`
  (can't|hard to|harder to|difficult to|struggl~ to|hardly|barely|stopped|stops|isn't|not|no longer|don't|hasn't|fighting to) (be |been |really |even |properly |) breath~
  (can't|hardly|barely) … breathe
  (trouble|difficulty|difficulties|problems|struggling) (with |in |) … breathing
  breathing (is |has |) (stopped|very |so |really |) (hard|difficult|shallow|stopped)
  (don't|isn't|not) (think|believe|know|sure) … breathing
  (can't|hardly|barely) (catch|get) … (breath|air)
  (short|shortness) of breath
  gasping …
  (no|enough) air
  (suffocat~|asphyxi~|chokes|choking|choked)
  (turn~|going|gone|went|is|are|lips|face) (all |) blue
  blue lips
  (throat|tongue|airway|airways) … (clos~|swell~|swollen|tight~)
  (face|lips|lip|eyes) … (swelling|swell|swells|swollen) (up|shut|badly|after|and)
  swell~ (of |in |) (my |the |his |her |) (throat|tongue|face)
  (severe|serious|bad) allergic reaction
  anaphyla~
  chest … (pain|pains|hurts|hurt|hurting|tight|tightness|pressure|ache|aches|aching|crushing|heavy|discomfort)
  (pain|pains|pressure|tightness|stabbing|ache|hurt|hurts|crushing|squeezing|elephant|weight) … chest
  heart (attack|attacks|stopped|stops|failure)
  cardiac (arrest|event)
  no (pulse|heartbeat)
  left arm … (numb|hurts|pain|aches|tingl~)
  (pain|numbness|tingling) … left arm
  (unconc~|unconsc~)
  (lost|loses|losing|lose) consciousness
  (passed|passes|passing) out
  (fainted|faints|fainting|faint)
  (blacked|blacking) out
  unresponsive
  (isn't|don't|won't|stopped|no longer|not) (really |) (respond~|respnd~|repond~|react~|mov~|waking|wake|woken)
  (isn't|not|won't|don't) answering me
  can't … wake (him|her|them|up)
  can't … be woken
  collaps~
  (lifeless|limp|keeled over)
  in a coma
  (seizure|seizures|convuls~)
  (having|had|has) a fit
  foaming at the mouth
  shaking (violently|uncontrollably|all over)
  (a|another|mini) stroke
  (face|mouth|side|arm|eye) … (droop~|hanging|sagging|numb|paraly~)
  (droop~|numb|paraly~|dead|weak) … (face|side)
  (slurr~|paraly~)
  can't … (move|lift|raise|feel) … (arm|arms|leg|legs|side|face|hand|body|toes)
  (talk~|speak~) (total |complete |) (nonsense|gibberish)
  (suddenly|sudden) … (confus~|blind~|numb~|weak~)
  suddenly can't (see|speak|talk|walk|stand)
  can't (see|speak|talk|walk|stand) suddenly
  (went|gone|going) blind
  worst headache
  bleeding … (a lot|badly|heavily|severely|profusely|everywhere|internally|nonstop|to death|out|so much|and it)
  bleeds … (a lot|badly|heavily|everywhere)
  (heavy|heavily|severe|internal|massive|badly|uncontrollable|uncontrolled) bleeding
  (won't|don't|isn't|not|can't|never) … (stop|stopping) … bleeding
  (can't|won't) stop the (blood|bleeding)
  (bleeding|blood|nosebleed) … (won't|don't|isn't|can't) (be |) (stop|stopping|stopped)
  (i'm|he's|she's|i am|he is|she is|someone is|baby is|kid is|child is|son is|daughter is|wife is|husband is|mother is|father is|mum is|mom is|dad is|friend is|man is|woman is) bleeding
  pregnant … bleeding
  (hemorrhag~|haemorrhag~)
  (lot|lots|so much|too much|pool|losing|lost|cough~|vomit~|throwing up|threw up|spitting|puking) … blood
  blood (is |) … (everywhere|gushing|pouring|spurting)
  (stabbed|stabbing|gunshot|electrocuted|drowning|drowned)
  (been|got|was|were) shot
  shot (myself|himself|herself|me|him|her|in the)
  (cut|cutting|slit|slitting|slashed) … (wrist|wrists|vein|veins|artery|throat)
  (cut|chopped|ripped|tore|severed) off … (finger|fingers|hand|arm|leg|foot|toe|thumb)
  (cut|chopped|ripped|tore) … (finger|fingers|hand|arm|leg|foot|toe|thumb) off
  (car|bike|motorcycle|bad|serious|terrible|road|traffic) (accident|crash)
  (hit|run over|struck|knocked down) by … (car|bus|truck|lorry|train|tram|lightning|van|motorbike)
  (fell|fallen|falls) … (roof|ladder|window|balcony|stairs|scaffold~|tree|floor)
  electric shock
  (burned|burnt|burns|injured) … (badly|severely|all over)
  (badly|severely|severe|serious) … (burned|burnt|burns|injured|injury|wounded)
  (house|kitchen|clothes|hair|flat|apartment) … on fire
  bone … (sticking|poking) out
  (broke|broken) … (neck|skull)
  (head injury|cracked … skull|snake bite|bitten by a snake|snakebite)
  hit … head
  (barely|can't|hardly|struggling to) (keep|stay) … awake
  (don't|no longer) know … (where|who) … (is|am|are)
  (lips|face|fingers) … (gray|grey|purple)
  snoring (weird|strange|funny|loudly and)
  (skin|body) … hot and dry
  (another|a second|third) (fit|seizure)
  (drifting|slipping) (off|away|in and out)
  (got|getting) into … (pills|medicine|medication|meds|tablets)
  (pill|pills|tablets|medicine|medication) … (bottle|pack|box) … (empty|gone)
  (out cold|knocked out|knocked unconscious|eyes rolled back|won't come round|won't come around|floppy|impaled)
  (hard|difficult|impossible) to (wake|rouse)
  (can't|couldn't) … (wake|rouse|get) (him|her|them|my) … (wake|up|respond|breathe)
  (mouth|face|smile) … (crooked|lopsided|twisted|funny|wonky|to one side)
  (can't|couldn't) (get|find) … words out
  (words|speech) … (jumbled|garbled|wrong|nonsense|gibberish)
  (arm|leg|hand) … (gone dead|won't work|won't move|don't work|gone numb|gone limp)
  (spurting|squirting|gushing)
  can't (get|make) it (to |)stop … (blood|bleed~|now|help)
  (cut|gash|wound|stab) … (spurting|gushing|to the bone|won't stop|can't get it to stop)
  soaked through … (towel|towels|pad|pads|bandage|bandages)
  (nail|knife|glass|rod|stick) … (through|stuck in) … (hand|foot|leg|arm|eye|chest|belly|neck|stomach)
  (finger|fingers|thumb|toe|hand) … (hanging off|came off|come off|is gone)
  (boiling|hot|burning) (water|oil|tea|coffee|fat) … (over|on|face|body|himself|herself|baby|son|daughter|myself)
  (scalded|scalding|smoke inhalation|electric shock)
  (inhaler|epipen|epi pen) … (isn't|not|don't|no longer|empty|won't|gone) …
  (stiff neck) … (fever|light|rash|confused)
  (fever|temperature) … stiff neck
  (spots|rash) … (don't|not|won't|isn't) (fade|fading|disappear|go away when)
  (double|triple|wrong|whole) dose … (insulin|heart|pills|medication|morphine)
  too much (insulin|morphine|medication|methadone)
  (trapped|crushed) (under|by)
  (overdos~|od'd)
  (took|taken|taking|take|swallowed|swallow|ate|drank|popped|downed) … (all|many|much|lots|lot|whole|entire|bottle|box|pack|packet|handful|dozen|bunch|everything|ten|twenty|thirty|forty|fifty|hundred|\\p{N}{2,}) … (pill|pills|tablet|tablets|medication|medications|meds|medicine|painkillers|paracetamol|tylenol|ibuprofen|aspirin|insulin|drugs|bottle|sleeping)
  (swallowed|swallows|swallowing|ate|eaten|drank|drunk|drinks|drinking|inhaled|ingested) … (bleach|coin|magnet|magnets|dishwasher|berries|tablets|pills|poison|antifreeze|detergent|disinfectant|cleaner|battery|batteries|petrol|gasoline|acid|pesticide|chemicals|mushroom|mushrooms)
  (poisoned|carbon monoxide|gas leak)
  (suicid~|suisid~|self harm~|selfharm~)
  (kill|killing|killed|hurt|hurting|harm|harming|hang|hanging|shoot|cut|cutting|drown) (myself|himself|herself|themselves|ourselves)
  (end|ending|take|taking|took) (my|his|her|their) (own |) (life|lives)
  (end|ending) it (all|tonight|today|now)
  (want~|going|about|wish~|plan~|ready|like|rather|hope|trying|tried|need) to (just |) (die|be dead)
  (wish|wishes) … (dead|never born|never been born)
  (don't|no longer|not|never) (really |even |) (want|wanting|wish) to (live|be alive|exist|wake up|be here anymore|go on|be on this)
  (don't|no longer|not) (really |) see … (reason|point) … (live|living|going on|go on|life|anymore)
  can't (go on|live|do this|take it|take this) (like this |with this |living |) (anymore|life)
  can't go on
  better off (dead|without me|without him|without her)
  (everyone|everybody|family|kids|children|wife|husband|world|they|they'll|all) … better off
  won't be (here|around|alive) (anymore|much longer|for long|by then|anyway|then)
  (nobody|no one) (will|would) (miss|notice|care) …
  (rope|noose|razor|gun|razorblade) … (ready|here|already|waiting|neck)
  (pills|tablets) … (in front of me|in my hand|lined up|ready to take)
  (written|wrote|writing|leaving|left) (the|my|a|all the) … (letters|goodbye|suicide note|farewell)
  (goodbye|farewell) (letter|letters|note) … (written|ready|wrote)
  (want|wish) … (it all|everything|the pain) to (stop|end|be over) … 
  (want|going) to disappear (forever|for good)
  (isn't|not) safe (from|with) myself
  (no way out|point of living|point in living|by the time you read this)
  (no|any) (reason|point) … (live|living|to go on|going on|being alive)
  nothing … to live for
  tired of (living|life|being alive)
  life … (isn't|not) worth
  (jump|jumping) (off|from|in front of) (a|the|my|this)
  never wake up
  (going|trying|tries|tried|threaten~|wants|about) to (kill|shoot|stab|strangle|murder|hurt|attack|rape) (me|us|him|her|them|my|someone|somebody|people)
  (kill|kills|murder|shoot|stab|strangl~) (me|us|him|her|them|someone)
  (he|he's|she|she's|they|they've|someone|somebody|husband|wife|boyfriend|girlfriend|partner|father|dad|mother|son|man|ex) … (gun|knife|weapon|axe|machete)
  (finish|end) (me|us|her|him) … 
  (beat|beats|beating|attacked|attacking|raped|assaulted|strangled|kidnapped) (me|us|him|her|my)
  being (beaten|attacked|strangled|raped|assaulted)
  (kicking|breaking|smashing) … (door|window) (in|down)
  (breaking|broke|kicking|trying to break) (in|into|down) … (door|house|flat|apartment|window|now|room)
  (fear|afraid|scared|frightened) for (my|our|her|his) (life|lives)
  (hitting|choking|strangling|stabbing|beating) (me|her|him|my|us)
  (was|were|been|got) (just |) (raped|assaulted|attacked|beaten)
  (in labor|in labour|giving birth|water broke|waters broke|water just broke|waters have gone|waters have broken|waters gone|baby is coming|babys coming|baby's coming|baby coming now|see the head|see the baby's head|crowning|contractions)
  dying
  (going|about) to die
  life (threatening|or death)
  (ambulance|paramedic|paramedics)
  (is|it's|this|an|medical|have|real) emergency
  (call|calling|dial|phone|ring|need|called) (911|112|999)
  (no one|nobody) can … (wake|rouse|stop)
  (vision|sight) (is |has |) (went|gone|going) (black|dark)
  (about|going) to (pass out|faint|collapse|black out)
  (standing|sitting) on (the|a) (roof|bridge|ledge|edge|railing|tracks)
  (trapped|stuck) in (a|the|our|my) (burning|fire|smoke|flooded)
  burning (house|building|flat|apartment|car)
  (turning|going|turned|gone) (purple|grey|gray)
  have (the|my) pills (here|ready)
  insulin … (confused|vomiting|fainting|shaking|unconc~)
  (lips|tongue|throat) (is|are|has|have|look|looks) (all |very |) swollen
  (is|he's|she's|i'm|keeps|started|baby's) wheezing
  (fire|smoke) in (my|the|our|his|her) (kitchen|house|flat|apartment|room|bedroom|building)
  (smell|smells|smelling) (of |) gas
  (want|wants|going|ready) to (just |) end it
  no (point|reason) anymore
  (heat stroke|heatstroke|sepsis|diabetic coma|diabetic shock|mayday|sos)
`);

/** What sounds like it and is harmless: taken out before anything is looked for. */
export const englishHarmless = phrases(`
  (dying|die|died) (to (see|meet|know|try|hear|get|have|go|be|visit)|for a|for an|for some|of laughter|of boredom|of curiosity|laughing|inside)
  (to|would|could) die for
  (is|are|was|'s|it's|he's|they're) (really |absolutely |) killing (me|us)
  (kills|killing) (me|us)
  (kill|killing|kills) (some |) time
  stroke of (luck|genius|midnight)
  (breast|brush|key|back|swimming|butterfly) (stroke|strokes)
  (gave|giving|give|gives) … a heart attack
  (nearly|almost) had a heart attack
  (scared|bored|sick|tired|tickled|frightened|worried) to death
  (death of me|over my dead body|dead (tired|line|battery|phone|serious|easy))
  drowning in … (work|paperwork|email|emails|debt|homework|meetings|bills|laundry|tasks)
  (phone|battery|laptop|car|computer|plant|plants|tablet|watch|internet|line|connection|screen|engine|phone's|battery's) … (died|dying|dead|collapsed|passed out|not responding|isn't respond~|unresponsive|crashed)
  (website|site|app|page|form|link|portal|system|server|screen|button) … (isn't|don't|won't|stopped|not) (respond~|react~|moving|loading|waking)
  unconscious (bias|mind|decision)
  chest (of drawers|freezer|hair|cold|infection|xray|x ray)
  emergency (contact|contacts|contraception|contraceptive|exit|number|plan|fund|kit|room bill|savings)
  (non|not an|isn't an|no) emergency
  (in case of|in an|for an|for|during|is an|there's an|event of an) emergenc~ (what|who|how|do you|happens)
  (what|which|when|who|how|where|whom) … (in case of|in an|for an|if there is an|if there's an) emergency
  (flu|booster|tetanus|vaccine|allergy|b12|covid|hepatitis|measles|espresso) (shot|shots|jab|jabs)
  shot (of|at)
  breathe (a word|easy|freely again)
  breathing (exercise|exercises|room|space|test|technique|techniques)
  (takes|took) my breath away
  hold~ my breath
  choked up
  choking (with|on) (emotion|tears|my words)
  (suicide|overdose|stroke) prevention
  (i'm|i am|as|like|am) a paramedic
  ambulance (ride|bill|bills|cost|costs|fee|fees|invoice|service)
  (dog|cat|dog's|cat's|pet|bike) … (hit|run over) by … (car|truck|bus|van)
  (first aid|cpr|lifeguard) (course|class|training|certificate)
  faint (line|smell|idea|memory|mark|scar|rash|taste)
  (faintest|bleeding edge|bleeding heart|bleeding expensive|poison ivy|heartburn)
  blood (test|tests|sample|pressure|work|type|donation|sugar|count|results)
  gums … (bleed|bleeds|bleeding)
  bleeding gums
  (a|slight|bad) limp
  cut myself (shaving|some slack|short)
  (hurt|injured) myself … (playing|running|gym|exercising|lifting|skiing|gardening|jogging|sport|football|tennis|yoga)
  (table|chair|roof|tent|shed|shelf|deal|market|company|bridge|cake|bed|lungs|arches) … collapsed
  collapsed (on the sofa|into bed|in bed|laughing)
  (foot|leg|arm|hand|hands|feet|fingers) … (asleep|goes numb|go numb) (at night|when i|sometimes|when sitting|in the morning)
  (labor|labour) (costs|law|day|market)
  (jump|jumping) from (topic|one topic|job|one)
  (house|flat|party|team|we|you) … on fire (today|tonight|this season)
`);

/** Long past, or only told: unless something in the clause is present. */
export const past = phrases(`
  (years|year|months|weeks|decades) ago
  last (year|month|summer|winter|spring|autumn|decade)
  in (19|20)\\p{N}{2}
  (as|when i was|since i was|when he was|when she was) (a |) (child|kid|young|little|teenager|baby|\\p{N}+)
  (used to|dreamed|dreamt|a dream|nightmare|a movie|a film|a novel|a documentary|an essay|an article|a video game)
`);

/** Says that it is now, whatever was before. */
export const present = phrases(`
  just (collapsed|fainted|had|started|fell|passed|stopped|took|swallowed|dropped|got|went|happened|woke)
  (now|again|right now|today|tonight|currently|suddenly|still|this morning|this evening|this minute)
  (i'm|i am|i've|he's|she's|it's|they're|we're|is|isn't|are|am|has|have|hasn't|can't|won't|don't|keep|keeps|thinking|want|wants|feel|feels|hurts)
`);

const determiners =
  '(?:(?:an?|the|my|his|her|our|their|another|having|getting|last|first|second|third|recent|previous|mini|minor|major|big) )';
const spokenOf =
  '(?:history|risk|fear|afraid|prevent\\S*|recover\\S*|rehab|screening|follow up|checkup|check up|prone|medication|medicine|died|dies|passed away)';

/** Before a danger it says that this was before, or is only spoken of: "since my stroke", "a risk of a stroke". */
export const spokenOfBefore = new RegExp(
  ` (?:(?:after|since) ${determiners}{1,3}|${spokenOf} (?:(?:of|from|for|after|to) )?(?:an?|the|having|getting|another|heart)? ?)$`,
);

/** Before a danger it says that there is none. It reaches no further than a new subject: people leave out full stops. */
export const negationBefore =
  / (?:no|not|never|without|don't|isn't|hasn't|neither|nor|free of) (?!stop)(?:(?!(?:i|i'm|he|he's|she|she's|we|we're|they|they're|it|it's|you|my|our|his|her|this|that|please|help|is|am|are) )\S+ ){0,4}$/;

/** "I never had chest pain like this" tells of chest pain. */
export const neverBefore = / never (?=.*(?: |^)(?:like this|such|(?:this|so) (?:bad|badly|strong|much)) )/;

/** Words of negation that deny nothing, and an answer before what is told. */
export const emptyNegation = phrases(`
  (isn't|not) (ok|okay|well|good|fine|joking|kidding|lying|alright|feeling well|feeling good|doing well)
  don't (feel|look|seem) (so |very |) (well|good|right|ok|okay|normal)
  (don't|not) (know|understand) (what to do|what's happening|what happened|why)
  no (he|she|i|my|it|they|there|we|the|please)
`);
