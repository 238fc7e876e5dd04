import { phrases } from './phrases.js';

/** Languages in which danger is heard besides English. Their speakers may reach an agent that speaks English only. */
export const otherLanguages = {
  german: {
    dangers: phrases(`
      (keine|kaum|schlecht|wenig) luft
      (nicht|kaum) (mehr |richtig |gut |) atmen
      (atmet|atme) (nicht|kaum)
      (atemnot|erstick~|luftnot)
      (schmerz~|druck|stechen|enge|engegefühl) … (brust|herz)
      (brustschmerz~|brustenge|herzinfarkt|herzstillstand|herzanfall|herzattacke)
      (brust|herz) (tut|schmerzt|sticht) …
      (bewusstlos|bewußtlos|ohnmächtig|ohnmacht|bewusstsein verloren|lebloser|leblos)
      (reagiert|antwortet|bewegt sich|atmet) (nicht|nicht mehr)
      nicht (mehr |) (ansprechbar|aufzuwecken|bei bewusstsein)
      wacht nicht … auf
      (zusammengebrochen|umgekippt|zusammengeklappt|kollabiert)
      (schlaganfall|krampfanfall|krampft|epileptischer anfall|gelähmt|lähmung~)
      (gesicht|mund|mundwinkel) … (hängt|schief)
      (blutet|blute) … (stark|sehr|viel|heftig|nicht auf)
      (starke|stark|schwere|viel) (blutung~|blut|blutet|blutend)
      (verblut~|blutung … nicht|blut … nicht)
      (vergift~|überdosis|überdosier~)
      (alle|viele|ganze|zu viele|eine packung|eine schachtel) … (tabletten|pillen|schlaftabletten|medikamente) …
      (tabletten|pillen|schlaftabletten) … (geschluckt|genommen|eingenommen)
      (umbringen|umgebracht|selbstmord|suizid~|selbstverletz~|ritze mich)
      (nicht|nicht mehr) … (leben|weiterleben|hier sein|aufwachen)
      (leben nehmen|das leben nehmen|leben beenden|allem ein ende)
      (will|möchte|würde|wäre) … (sterben|tot|tot sein)
      (sterbe|stirbt|liegt im sterben)
      (notfall|notarzt|krankenwagen|rettungswagen|lebensgefahr)
      (schwerer|schweren|autounfall) (unfall|gehabt|hatte) …
      (hat|zieht|hält|mit) (ein |einem |einer |eine |dem |der |)(messer|pistole|waffe)
      (wird|ist|läuft|ganz) (blau|blau an|grau)
      (vom|von der|von einer|aus dem) (dach|leiter|balkon|baum|gerüst|fenster|treppe) (gefallen|gestürzt)
      (pulsadern|pulsader)
      (bringe|bring) mich (heute |jetzt |) um
      (schlägt|würgt|bedroht|verprügelt) (mich|sie|ihn|uns)
      (wehen|fruchtblase) …
      (hals|zunge|gesicht|rachen) … (schwillt|geschwollen|zu)
      (kann|konnte) … (arm|bein|seite|hand|gesicht|beine|arme) … nicht … bewegen
      (kann|konnte) (plötzlich |auf einmal |)(nicht|nichts) (mehr |)(sprechen|reden|bewegen|sehen)
      (spricht|redet) … (wirr|undeutlich|verwaschen|unverständlich)
      (verschluckt|getrunken|geschluckt|gegessen) … (reiniger|batterie|knopfzelle|bleiche|gift|spülmittel|frostschutz|pilze|putzmittel)
      (reiniger|batterie|knopfzelle|bleiche|gift|spülmittel|frostschutz|putzmittel) … (verschluckt|getrunken|geschluckt|gegessen)
      (erbricht|spuckt|hustet|kotzt|spucke|erbreche) … blut
      (mach|mache|setze) … (schluss|ein ende)
      (baby|kind) kommt (jetzt|gleich|schon)
      (gestürzt|gefallen) … (kopf|dach|leiter|treppe|balkon)
      (krampfanfall|krämpfe|ins koma|koma|unterzucker~)
      (lippen|gesicht) … (blau|grau)
      (lallt|röchelt|dämmert~|wegdämmert)
      (zittert nicht mehr|ins eis eingebrochen|eis eingebrochen|ertrunken|ertrinkt)
      (weiß|weiss) nicht … wo (er|sie) ist
    `),
    /** What sounds like it and is harmless. */
    harmless: phrases(`
      (kein|keinen|keine|nicht) (ein |einen |) notfall
      (letztes|vergangenes|voriges) jahr … (schlaganfall|herzinfarkt|krampfanfall|unfall)
      vor … jahren … (schlaganfall|herzinfarkt|krampfanfall|unfall)
      an … (schlaganfall|herzinfarkt|überdosis) (gestorben|verstorben|starb)
      (website|webseite|seite|app|telefon|praxis|formular|knopf) … (reagiert|antwortet) nicht
    `),
    words:
      'ich bin habe hab hast ist und nicht ein eine einen der das die mein meine mit für guten hallo bitte danke möchte hätte gern gerne kann können termin wie was ja nein tag morgen sprechen sie deutsch',
    says: 'Das klingt nach einem Notfall: Bitte rufen Sie jetzt % an.',
    cannot: 'Ich spreche leider nur Englisch.',
  },
  french: {
    dangers: phrases(`
      (n'arrive|arrive|peux|peut|n'arrivons) (pas|plus) … respirer
      (mal|difficile|difficultés|difficulté) à respirer
      (ne|n') respire (pas|plus)
      respire (pas|plus|mal|difficilement)
      (étouff~|suffoqu~|s'étouffe|m'étouffe|j'étouffe)
      (douleur|douleurs|mal|pression|serrement) … (poitrine|cœur|coeur|thorax)
      (crise cardiaque|infarctus|arrêt cardiaque|crise d'épilepsie|convuls~|avc|accident vasculaire)
      (inconscient~|évanoui~|s'évanouit|perdu connaissance|perd connaissance|sans connaissance)
      (ne|n') (se |)(réagit|répond|bouge|réveille) (pas|plus)
      (réagit|répond|bouge) plus
      (s'est effondré~|s'effondre|effondré~|écroulé~|paralysé~)
      (visage|bouche) … (tombe|tombant|déformé~|engourdi~)
      (saigne|saigner|saignement) … (beaucoup|abondamment|trop|pas|fort|important)
      (hémorragie|perd~ … sang|beaucoup de sang)
      (surdose|overdose|empoisonn~|intoxiqu~)
      (avalé|pris|prends|prendre) … (tous|toutes|trop|boîte|beaucoup) … (médicaments|cachets|comprimés|pilules|somnifères)
      (suicid~|me tuer|me suicider|se tuer|me faire du mal)
      (veux|envie de|vais|voudrais|préfère) (mourir|crever|en finir)
      (ne |) (veux|veut) (pas|plus) … (vivre|être là|exister)
      (en finir|mettre fin à) …
      (meurs|est en train de mourir|va mourir)
      (une|c'est|cas d') urgence
      (urgence vitale|ambulance|le samu|les pompiers)
      (malaise cardiaque|fait un malaise)
      (accident de voiture|accident grave|poignardé~|couteau)
      (gorge|langue|visage|lèvres) … (gonfl~|enfl~|bleu~)
      (peut|peux|arrive|n'arrive|sent|bouge) (pas|plus) (à |)(bouger|parler|lever|sentir|voir|marcher|articuler)
      (parle|articule) … (bizarrement|mal|confus|incompréhensible|charabia)
      (bras|jambe|côté) … (paralysé~|engourdi~|ne bouge)
      (d'en finir|envie d'en finir)
      (avalé|pris|bu|ingéré|avaler) … (boîte|boîtes|plaquette~|cachets|comprimés|somnifères|javel|produit|pile|poison|détergent|déboucheur|deux|trois|vingt|trente)
      (vomi~|crach~|tousse) … sang
      (bébé|enfant) … (arrive maintenant|ne respire|bleu)
      (ne sent|sent plus|sens plus) … (jambes|bras|jambe|côté)
      (tombé~|chute) … (échafaudage|toit|échelle|escalier~|tête|balcon)
      (plus envie de vivre|plus la force de vivre|m'ouvrir les veines|me pendre)
    `),
    /** What sounds like it and is harmless. */
    harmless: phrases(`
      (pas|aucune) (une |d'|) urgence
      (crise cardiaque|infarctus|avc) … (l'an dernier|l'année dernière|l'an passé|il y a … ans)
      (secrétariat|téléphone|site|cabinet|accueil|numéro|page|formulaire) … (répond|réagit) (pas|plus)
    `),
    words:
      "je j'ai suis est une un le la les des et pas vous bonjour bonsoir merci voudrais rendez-vous avec pour mon ma mes s'il plaît oui non français parlez c'est salut",
    says: 'Cela semble être une urgence : appelez le % maintenant.',
    cannot: 'Je ne parle malheureusement que l’anglais.',
  },
  spanish: {
    dangers: phrases(`
      no (puedo|puede|logro|consigo|pueden) … respirar
      (me cuesta|le cuesta|dificultad para|problemas para) respirar
      no (respira|responde|reacciona|despierta|se mueve|se despierta)
      (me ahogo|se ahoga|ahogando|asfixi~|atragant~)
      (dolor|presión|opresión|duele) … (pecho|corazón)
      (infarto|ataque al corazón|ataque cardíaco|paro cardíaco|derrame cerebral|derrame|ictus|convuls~)
      (inconsciente|desmay~|sin conocimiento|perdió el conocimiento|perdió la conciencia)
      (se desplomó|desplomado|colapsó|paralizad~)
      (cara|boca) … (caída|torcida|dormida|paralizada)
      (sangra|sangrando|sangro) … (mucho|bastante|para)
      (hemorragia|mucha sangre|perdiendo sangre|desangr~)
      (sobredosis|envenen~|intoxic~)
      (tomé|tomado|tomó|tragué|tragado) … (todas|todo|muchas|demasiadas|frasco|caja) …
      (suicid~|matarme|me voy a matar|quitarme la vida|hacerme daño)
      (quiero|quisiera|prefiero|ganas de) (morir|morirme|estar muerto|estar muerta)
      no quiero … (vivir|seguir|estar aquí)
      (me estoy muriendo|se está muriendo|se muere|voy a morir|va a morir)
      (una|es una) emergencia
      (ambulancia|accidente grave|accidente de coche|accidente de tráfico|apuñal~|cuchillo)
      (garganta|lengua|cara|labios) … (hinch~|cierra|azul~|morad~)
      no (puede|puedo) … (hablar|mover|caminar|ver)
      (habla|hablando) … (raro|arrastr~|confuso|incoherencias)
      (tragado|tragó|bebido|bebió|tomado|ingerido|comido|tragué|bebí) … (lejía|cloro|veneno|detergente|pila|pilas|pastillas|amoníaco|frasco|caja|matarratas|todas)
      (vomit~|tos~|escup~) … sangre
      (bebé|niño|niña|hijo|hija) … (no respira|viene ya|está azul|convulsion~)
      (no siente|no siento) … (piernas|brazos|pierna|brazo|lado|cara)
      (caído|cayó|caí) … (andamio|techo|escalera|escaleras|balcón|cabeza|ventana)
      (ganas de vivir|cortarme las venas|colgarme|acabar con todo|acabar con mi vida)
    `),
    /** What sounds like it and is harmless. */
    harmless: phrases(`
      no … (una |) emergencia
      (infarto|derrame|ictus) … hace … (años|meses)
      (teléfono|web|página|consulta|número|formulario|centralita) no (responde|reacciona)
    `),
    words:
      'yo soy estoy tengo es una un el la los las y no usted hola buenos buenas días gracias quiero quisiera cita con para mi por favor sí español habla qué cómo puedo hacer ayuda me',
    says: 'Esto parece una emergencia: llame ahora al %.',
    cannot: 'Lo siento, solo hablo inglés.',
  },
} as const;

export type OtherLanguage = keyof typeof otherLanguages;
