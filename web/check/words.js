// All words of the page, by id: in English, Spanish, French, German and Polish, in that order.

export const LANGUAGES = { en: "English", es: "Español", fr: "Français", de: "Deutsch", pl: "Polski" };

const WORDS = {
  title: ["Check a slip", "Comprobar un acta", "Vérifier une feuille", "Einen Zettel prüfen", "Sprawdź kartę"],
  lead: [
    "This file checks paper and proofs of a hall by itself. It sends nothing anywhere and keeps nothing.",
    "Este archivo comprueba por sí solo los papeles y las pruebas de una sala. No envía ni guarda nada.",
    "Ce fichier vérifie à lui seul les papiers et les preuves d’une salle. Il n’envoie rien et ne garde rien.",
    "Diese Datei prüft Papier und Beweise eines Saals ganz allein. Sie sendet nichts und behält nichts.",
    "Ten plik sam sprawdza dokumenty i dowody z sali. Niczego nie wysyła i niczego nie zapamiętuje.",
  ],
  language: ["Language", "Idioma", "Langue", "Sprache", "Język"],
  keyTitle: ["1. Whose paper is it?", "1. ¿De quién es el papel?", "1. De qui vient le papier ?", "1. Von wem ist das Papier?", "1. Czyj to dokument?"],
  keyLead: [
    "Type the fingerprint from the sheet of a round that director and witness signed, or from the tournament’s page. Then show that sheet’s square code, or paste the hall’s key.",
    "Escribe la huella que figura en la hoja de una ronda firmada por el director y un testigo, o en la página del torneo. Después muestra el código cuadrado de esa hoja o pega la clave de la sala.",
    "Tapez l’empreinte qui figure sur la feuille d’une ronde signée par l’arbitre et un témoin, ou sur la page du tournoi. Montrez ensuite le code carré de cette feuille, ou collez la clé de la salle.",
    "Tippen Sie den Fingerabdruck ein: vom Blatt einer Runde, das Turnierleitung und Zeuge unterschrieben haben, oder von der Seite des Turniers. Zeigen Sie dann den quadratischen Code jenes Blattes, oder fügen Sie den Schlüssel des Saals ein.",
    "Wpisz odcisk klucza z arkusza rundy podpisanego przez sędziego i świadka albo ze strony turnieju. Potem pokaż kwadratowy kod tego arkusza albo wklej klucz sali.",
  ],
  fingerprint: ["Fingerprint of the key", "Huella de la clave", "Empreinte de la clé", "Fingerabdruck des Schlüssels", "Odcisk klucza"],
  fingerprintHelp: [
    "The 32 large digits are enough; all 64 are right too.",
    "Bastan las 32 cifras grandes; también valen las 64.",
    "Les 32 grands chiffres suffisent ; les 64 conviennent aussi.",
    "Die 32 großen Zeichen genügen; alle 64 gehen auch.",
    "Wystarczą 32 duże znaki; można też podać wszystkie 64.",
  ],
  typedShort: [
    "{n} digits so far; 32 or 64 are needed.", "Hay {n} cifras; hacen falta 32 o 64.",
    "{n} chiffres pour l’instant ; il en faut 32 ou 64.", "Bis jetzt {n} Zeichen; nötig sind 32 oder 64.",
    "Na razie znaków: {n}; potrzeba 32 albo 64.",
  ],
  typedWrong: [
    "Only the digits 0 to 9 and the letters a to f stand in a fingerprint.",
    "En una huella solo hay cifras del 0 al 9 y letras de la a a la f.",
    "Une empreinte ne contient que les chiffres 0 à 9 et les lettres a à f.",
    "In einem Fingerabdruck stehen nur die Ziffern 0 bis 9 und die Buchstaben a bis f.",
    "W odcisku są tylko cyfry od 0 do 9 i litery od a do f.",
  ],
  typedWaiting: [
    "Now the key that belongs to it: show the code of a round sheet, or paste the key.",
    "Ahora falta la clave correspondiente: muestra el código de una hoja de ronda o pega la clave.",
    "Il manque la clé correspondante : montrez le code d’une feuille de ronde, ou collez la clé.",
    "Nun der Schlüssel dazu: Zeigen Sie den Code eines Rundenblattes, oder fügen Sie den Schlüssel ein.",
    "Teraz potrzebny jest klucz do niego: pokaż kod arkusza rundy albo wklej klucz.",
  ],
  typedMatches: [
    "The key and this fingerprint belong together.", "La clave y esta huella se corresponden.",
    "La clé et cette empreinte vont ensemble.", "Schlüssel und Fingerabdruck gehören zusammen.",
    "Klucz i ten odcisk pasują do siebie.",
  ],
  typedOther: [
    "Another key was shown than the one with this fingerprint.", "Se mostró una clave distinta de la de esta huella.",
    "La clé montrée n’est pas celle de cette empreinte.", "Es wurde ein anderer Schlüssel gezeigt als der mit diesem Fingerabdruck.",
    "Pokazano inny klucz niż ten o tym odcisku.",
  ],
  keyHeld: ["Keys you compared", "Claves que has comparado", "Clés que vous avez comparées", "Schlüssel, die Sie verglichen haben", "Klucze, które porównano"],
  forget: ["Forget all of it", "Olvidarlo todo", "Tout oublier", "Alles vergessen", "Zapomnij wszystko"],
  showTitle: ["2. Show what you hold", "2. Muestra lo que tienes", "2. Montrez ce que vous avez", "2. Zeigen Sie, was Sie haben", "2. Pokaż, co masz"],
  camera: ["Use the camera", "Usar la cámara", "Utiliser l’appareil photo", "Kamera benutzen", "Użyj aparatu"],
  stop: ["Stop the camera", "Parar la cámara", "Arrêter l’appareil photo", "Kamera beenden", "Wyłącz aparat"],
  cameraHelp: [
    "Hold the square code so that it fills a third of the picture.", "Sostén el código cuadrado de modo que ocupe un tercio de la imagen.",
    "Tenez le code carré de façon qu’il remplisse un tiers de l’image.", "Halten Sie den quadratischen Code so, dass er ein Drittel des Bildes füllt.",
    "Trzymaj kwadratowy kod tak, aby zajmował jedną trzecią obrazu.",
  ],
  cameraNo: [
    "No camera can be used here. Take a photograph, or type the address below the code.",
    "Aquí no se puede usar la cámara. Haz una foto o escribe la dirección del código.",
    "L’appareil photo n’est pas utilisable ici. Prenez une photo, ou tapez l’adresse du code.",
    "Hier lässt sich keine Kamera benutzen. Machen Sie ein Foto, oder tippen Sie die Adresse des Codes ein.",
    "Nie można tu użyć aparatu. Zrób zdjęcie albo wpisz adres z kodu.",
  ],
  photo: ["Choose a photograph or file", "Elegir una foto o un archivo", "Choisir une photo ou un fichier", "Foto oder Datei wählen", "Wybierz zdjęcie lub plik"],
  photoHelp: [
    "A photograph of the sheet, a proof (.json), a bundle (.pdf), or a checkpoint (.txt).",
    "Una foto de la hoja, una prueba (.json), un expediente (.pdf) o un punto de control (.txt).",
    "Une photo de la feuille, une preuve (.json), un dossier (.pdf) ou un point de contrôle (.txt).",
    "Ein Foto des Blattes, ein Beweis (.json), eine Akte (.pdf) oder ein Prüfpunkt (.txt).",
    "Zdjęcie arkusza, dowód (.json), akta (.pdf) albo punkt kontrolny (.txt).",
  ],
  text: ["Or type or paste", "O escribe o pega", "Ou tapez ou collez", "Oder tippen oder einfügen", "Albo wpisz lub wklej"],
  textHelp: [
    "The address in the code, the hall’s key, a checkpoint, or the words Log, Events and Root of a round sheet.",
    "La dirección del código, la clave de la sala, un punto de control o las líneas Log, Events y Root de una hoja de ronda.",
    "L’adresse du code, la clé de la salle, un point de contrôle, ou les lignes Log, Events et Root d’une feuille de ronde.",
    "Die Adresse im Code, der Schlüssel des Saals, ein Prüfpunkt, oder die Zeilen Log, Events und Root eines Rundenblattes.",
    "Adres z kodu, klucz sali, punkt kontrolny albo wiersze Log, Events i Root z arkusza rundy.",
  ],
  check: ["Check it", "Comprobar", "Vérifier", "Prüfen", "Sprawdź"],
  working: ["Looking at it …", "Comprobando…", "Vérification en cours…", "Wird geprüft …", "Sprawdzanie…"],

  good: ["Genuine", "Auténtico", "Authentique", "Echt", "Autentyczne"],
  goodPaper: [
    "The hall whose key you compared signed exactly what stands below. Compare it with what is printed.",
    "La sala cuya clave has comparado firmó exactamente lo que sigue. Compáralo con lo impreso.",
    "La salle dont vous avez comparé la clé a signé exactement ce qui suit. Comparez-le avec ce qui est imprimé.",
    "Der Saal, dessen Schlüssel Sie verglichen haben, hat genau das Folgende unterschrieben. Vergleichen Sie es mit dem Gedruckten.",
    "Sala, której klucz porównano, podpisała dokładnie to, co poniżej. Porównaj to z wydrukiem.",
  ],
  goodProof: [
    "These entries stood in the record so, none between the first and the last is missing, and the hall signed it.",
    "Estas entradas constaban así en el registro, no falta ninguna entre la primera y la última, y la sala lo firmó.",
    "Ces entrées figuraient ainsi au registre, aucune ne manque entre la première et la dernière, et la salle l’a signé.",
    "Diese Einträge standen so in der Aufzeichnung, zwischen dem ersten und dem letzten fehlt keiner, und der Saal hat es unterschrieben.",
    "Te wpisy tak właśnie stały w rejestrze, między pierwszym a ostatnim nie brakuje żadnego, a sala to podpisała.",
  ],
  goodHeld: [
    "These entries stood in the record so, none between is missing: the root is the one you gave.",
    "Estas entradas constaban así en el registro y no falta ninguna: la raíz es la que has dado.",
    "Ces entrées figuraient ainsi au registre, aucune ne manque : la racine est celle que vous avez donnée.",
    "Diese Einträge standen so in der Aufzeichnung, dazwischen fehlt keiner: Die Wurzel ist die, die Sie genannt haben.",
    "Te wpisy tak właśnie stały w rejestrze i żadnego nie brakuje: korzeń jest tym, który podano.",
  ],
  goodCheckpoint: [
    "The hall signed that its record had this many entries and came to this root.",
    "La sala firmó que su registro tenía estas entradas y esta raíz.",
    "La salle a signé que son registre avait ce nombre d’entrées et cette racine.",
    "Der Saal hat unterschrieben, dass seine Aufzeichnung so viele Einträge hatte und diese Wurzel.",
    "Sala podpisała, że jej rejestr miał tyle wpisów i taki korzeń.",
  ],
  goodBundle: [
    "Every proof inside holds, and the hall signed it. Read the result here, not on the pages of the PDF.",
    "Todas las pruebas que contiene son válidas y la sala las firmó. Lee aquí el resultado, no en las páginas del PDF.",
    "Chaque preuve qu’il contient tient, et la salle l’a signée. Lisez le résultat ici, non sur les pages du PDF.",
    "Jeder Beweis darin hält, und der Saal hat ihn unterschrieben. Lesen Sie das Ergebnis hier, nicht auf den Seiten der PDF.",
    "Każdy dowód w środku jest prawdziwy i podpisany przez salę. Wynik czytaj tutaj, nie na stronach PDF.",
  ],
  changed: ["Changed or forged", "Alterado o falsificado", "Modifié ou falsifié", "Verändert oder gefälscht", "Zmienione lub sfałszowane"],
  changedWhy: [
    "It names the key you compared, but that key did not sign this. Do not rely on it; call the director.",
    "Nombra la clave que has comparado, pero esa clave no firmó esto. No te fíes; llama al director.",
    "Elle nomme la clé que vous avez comparée, mais cette clé n’a pas signé ceci. Ne vous y fiez pas ; appelez l’arbitre.",
    "Es nennt den Schlüssel, den Sie verglichen haben, aber der hat das nicht unterschrieben. Verlassen Sie sich nicht darauf; rufen Sie die Turnierleitung.",
    "Podaje klucz, który porównano, ale ten klucz tego nie podpisał. Nie polegaj na tym; wezwij sędziego.",
  ],
  otherKey: ["Signed by another key", "Firmado con otra clave", "Signé par une autre clé", "Von einem anderen Schlüssel", "Podpisane innym kluczem"],
  otherKeyWhy: [
    "It is not signed by a key you compared. It may be of another hall, of a time before the hall changed its key, or forged. Compare that key’s fingerprint first.",
    "No está firmado con una clave que hayas comparado. Puede ser de otra sala, de antes de que la sala cambiara de clave, o falso. Compara primero la huella de esa clave.",
    "Aucune clé que vous avez comparée ne l’a signé. Il peut venir d’une autre salle, d’avant un changement de clé, ou être faux. Comparez d’abord l’empreinte de cette clé.",
    "Keiner der verglichenen Schlüssel hat es unterschrieben. Es kann von einem anderen Saal sein, von früher, als der Saal einen anderen Schlüssel hatte, oder gefälscht. Vergleichen Sie zuerst dessen Fingerabdruck.",
    "Nie podpisał tego żaden z porównanych kluczy. Może pochodzić z innej sali, sprzed zmiany klucza, albo być fałszywe. Najpierw porównaj odcisk tamtego klucza.",
  ],
  noKey: ["Not checked yet", "Aún sin comprobar", "Pas encore vérifié", "Noch nicht geprüft", "Jeszcze niesprawdzone"],
  noKeyWhy: [
    "It can be read, but nobody has said yet whose key counts. Do step 1, then this is checked by itself.",
    "Se puede leer, pero aún no se sabe qué clave vale. Haz el paso 1 y se comprobará solo.",
    "On peut le lire, mais on ne sait pas encore quelle clé compte. Faites l’étape 1, et ceci sera vérifié aussitôt.",
    "Es ist lesbar, aber noch weiß niemand, wessen Schlüssel gilt. Machen Sie Schritt 1, dann wird es von selbst geprüft.",
    "Da się odczytać, ale nie wiadomo jeszcze, czyj klucz się liczy. Wykonaj krok 1, a sprawdzi się to samo.",
  ],
  keyShown: ["A key: compare it", "Una clave: compárala", "Une clé : comparez-la", "Ein Schlüssel: vergleichen Sie ihn", "Klucz: porównaj go"],
  keyShownWhy: [
    "Compare this fingerprint with one you trust: the sheet that director and witness signed, or the tournament’s page. A forged sheet has a forged fingerprint.",
    "Compara esta huella con una en la que confíes: la hoja que firmaron el director y el testigo, o la página del torneo. Una hoja falsa lleva una huella falsa.",
    "Comparez cette empreinte avec une autre en qui vous avez confiance : la feuille signée par l’arbitre et le témoin, ou la page du tournoi. Une fausse feuille porte une fausse empreinte.",
    "Vergleichen Sie diesen Fingerabdruck mit einem, dem Sie trauen: dem Blatt, das Turnierleitung und Zeuge unterschrieben haben, oder der Seite des Turniers. Ein gefälschtes Blatt hat einen gefälschten.",
    "Porównaj ten odcisk z takim, któremu ufasz: z arkusza podpisanego przez sędziego i świadka albo ze strony turnieju. Fałszywy arkusz ma fałszywy odcisk.",
  ],
  keyKept: ["This key counts now", "Esta clave ya vale", "Cette clé compte désormais", "Dieser Schlüssel gilt jetzt", "Ten klucz teraz się liczy"],
  keyKeptWhy: [
    "Its fingerprint is the one you gave. Now show what it is to check.", "Su huella es la que has dado. Ahora muestra lo que hay que comprobar.",
    "Son empreinte est celle que vous avez donnée. Montrez maintenant ce qu’il faut vérifier.", "Sein Fingerabdruck ist der, den Sie genannt haben. Zeigen Sie nun, was zu prüfen ist.",
    "Jego odcisk jest tym, który podano. Teraz pokaż, co sprawdzić.",
  ],
  confirm: ["It is the same fingerprint", "Es la misma huella", "C’est la même empreinte", "Es ist derselbe Fingerabdruck", "To ten sam odcisk"],
  told: ["Copied by hand", "Copiado a mano", "Copié à la main", "Von Hand abgeschrieben", "Przepisane ręcznie"],
  toldWhy: [
    "Nobody signed these words in a way this page can check. Proofs you show now are compared with them.",
    "Nadie firmó estas palabras de un modo que esta página pueda comprobar. Las pruebas que muestres ahora se compararán con ellas.",
    "Personne n’a signé ces mots d’une façon que cette page puisse vérifier. Les preuves que vous montrez maintenant y sont comparées.",
    "Diese Worte hat niemand so unterschrieben, dass diese Seite es prüfen kann. Beweise, die Sie nun zeigen, werden damit verglichen.",
    "Nikt nie podpisał tych słów tak, by ta strona mogła to sprawdzić. Pokazane teraz dowody będą z nimi porównane.",
  ],
  anotherLog: ["The record was changed", "El registro fue alterado", "Le registre a été modifié", "Die Aufzeichnung wurde geändert", "Rejestr został zmieniony"],
  anotherLogWhy: [
    "Two roots were given for one size of the record. One of them is of a rewritten record. Keep both, and call the director.",
    "Hay dos raíces para un mismo tamaño del registro. Una es de un registro reescrito. Guarda ambas y llama al director.",
    "Deux racines existent pour une même taille du registre. L’une vient d’un registre réécrit. Gardez les deux et appelez l’arbitre.",
    "Für eine Größe der Aufzeichnung gibt es zwei Wurzeln. Eine ist von einer neu geschriebenen. Behalten Sie beide, und rufen Sie die Turnierleitung.",
    "Dla jednego rozmiaru rejestru podano dwa korzenie. Jeden pochodzi z przepisanego rejestru. Zachowaj oba i wezwij sędziego.",
  ],
  notProved: ["Not proved", "No probado", "Non prouvé", "Nicht bewiesen", "Nieudowodnione"],
  proofTwice: [
    "A name stands twice in it: programs differ in which of the two they read.", "Un nombre figura dos veces: cada programa lee uno u otro.",
    "Un nom y figure deux fois : les programmes ne lisent pas tous le même.", "Ein Name steht zweimal darin: Programme lesen verschiedene davon.",
    "Pewna nazwa występuje dwa razy: programy czytają różne z nich.",
  ],
  proofMore: [
    "It says more than its entries and a checkpoint, which nothing proves, or less.", "Dice más que sus entradas y un punto de control, cosa que nada prueba, o menos.",
    "Il dit plus que ses entrées et un point de contrôle, ce que rien ne prouve, ou moins.", "Sie sagt mehr als ihre Einträge und einen Prüfpunkt, was nichts beweist, oder weniger.",
    "Zawiera coś poza wpisami i punktem kontrolnym, czego nic nie dowodzi, albo czegoś brakuje.",
  ],
  proofOrder: [
    "Entry {n} is missing, out of order or of another game.", "La entrada {n} falta, está desordenada o es de otra partida.",
    "L’entrée {n} manque, est en désordre ou vient d’une autre partie.", "Eintrag {n} fehlt, steht nicht in der Reihe oder ist von einer anderen Partie.",
    "Wpisu {n} brakuje, jest nie na miejscu albo z innej partii.",
  ],
  proofNotThere: [
    "Entry {n} is not in that record, or was changed.", "La entrada {n} no está en ese registro o fue cambiada.",
    "L’entrée {n} n’est pas dans ce registre, ou a été changée.", "Eintrag {n} steht nicht in dieser Aufzeichnung, oder wurde geändert.",
    "Wpisu {n} nie ma w tym rejestrze albo został zmieniony.",
  ],
  proofUnreadable: [
    "The file is no proof, or was changed.", "El archivo no es una prueba o fue alterado.", "Le fichier n’est pas une preuve, ou a été modifié.",
    "Die Datei ist kein Beweis, oder wurde verändert.", "Plik nie jest dowodem albo został zmieniony.",
  ],
  unreadable: ["Nothing to check", "Nada que comprobar", "Rien à vérifier", "Nichts zu prüfen", "Nie ma czego sprawdzić"],
  unreadableWhy: [
    "That is nothing this page knows, or a letter of it is wrong. Show it again.", "Esta página no lo conoce, o hay una letra mal. Muéstralo otra vez.",
    "Cette page ne connaît pas cela, ou une lettre est fausse. Montrez-le de nouveau.", "Das kennt diese Seite nicht, oder ein Zeichen stimmt nicht. Zeigen Sie es noch einmal.",
    "Ta strona tego nie zna albo jakaś litera jest błędna. Pokaż to jeszcze raz.",
  ],
  oldCode: [
    "This sheet has a code that only the hall can look up: it is from before codes were signed.", "Esta hoja lleva un código que solo la sala puede consultar: es anterior a los códigos firmados.",
    "Cette feuille porte un code que seule la salle peut chercher : elle date d’avant les codes signés.", "Dieses Blatt hat einen Code, den nur der Saal nachschlagen kann: Es ist älter als die unterschriebenen Codes.",
    "Ten arkusz ma kod, który może sprawdzić tylko sala: jest sprzed podpisanych kodów.",
  ],
  noCode: [
    "No square code was found in that picture. Take it nearer, flat, and with light.", "No se encontró ningún código cuadrado. Haz la foto más cerca, con la hoja plana y con luz.",
    "Aucun code carré trouvé. Prenez la photo de plus près, feuille à plat, avec de la lumière.", "In diesem Bild ist kein quadratischer Code zu finden. Näher heran, flach und mit Licht.",
    "Na tym zdjęciu nie ma kwadratowego kodu. Zrób je bliżej, na płasko i przy świetle.",
  ],
  pdfPlain: [
    "This PDF has no proof inside. Of a slip or sheet, show the square code: print it, or take a photograph of the screen.",
    "Este PDF no contiene pruebas. De un acta u hoja, muestra el código cuadrado: imprímelo o fotografía la pantalla.",
    "Ce PDF ne contient aucune preuve. D’une feuille, montrez le code carré : imprimez-la ou photographiez l’écran.",
    "In dieser PDF ist kein Beweis. Zeigen Sie von einem Zettel den quadratischen Code: gedruckt oder vom Bildschirm fotografiert.",
    "W tym PDF nie ma dowodu. Z karty lub arkusza pokaż kwadratowy kod: wydrukuj go albo sfotografuj ekran.",
  ],
  tooLarge: ["The file is too large.", "El archivo es demasiado grande.", "Le fichier est trop grand.", "Die Datei ist zu groß.", "Plik jest za duży."],
  claims: [
    "What it claims, unchecked", "Lo que afirma, sin comprobar", "Ce qu’il affirme, sans vérification", "Was es behauptet, ungeprüft", "Co twierdzi, niesprawdzone",
  ],
  says: ["What it says", "Lo que dice", "Ce qu’il dit", "Was es sagt", "Co mówi"],

  result: ["Result slip", "Acta de resultado", "Feuille de résultat", "Ergebniszettel", "Karta wyniku"],
  ruling: ["Ruling notice", "Aviso de decisión", "Avis de décision", "Bescheid über eine Entscheidung", "Zawiadomienie o decyzji"],
  round: ["Round sheet", "Hoja de ronda", "Feuille de ronde", "Rundenblatt", "Arkusz rundy"],
  kind: ["Paper", "Papel", "Papier", "Papier", "Dokument"],
  tournament: ["Tournament", "Torneo", "Tournoi", "Turnier", "Turniej"],
  division: ["Division", "División", "Division", "Klasse", "Grupa"],
  roundNumber: ["Round", "Ronda", "Ronde", "Runde", "Runda"],
  table: ["Table", "Mesa", "Table", "Tisch", "Stół"],
  again: ["played again", "repetida", "rejouée", "wiederholt", "powtórzona"],
  game: ["Game or case", "Partida o caso", "Partie ou dossier", "Partie oder Fall", "Partia lub sprawa"],
  player: ["Player {n}", "Jugador {n}", "Joueur {n}", "Spieler {n}", "Gracz {n}"],
  playerUnknown: ["Player without a number", "Jugador sin número", "Joueur sans numéro", "Spieler ohne Nummer", "Gracz bez numeru"],
  score: ["Score", "Puntos", "Score", "Punkte", "Wynik"],
  margin: ["By how much it was won", "Diferencia", "Écart", "Abstand", "Różnica"],
  signature: ["Signed", "Firma", "Signature", "Unterschrift", "Podpis"],
  way: ["not signed", "sin firmar", "non signé", "nicht unterschrieben", "niepodpisano"],
  way_stroke: ["by hand on the screen", "a mano en la pantalla", "à la main sur l’écran", "von Hand auf dem Bildschirm", "ręcznie na ekranie"],
  way_pin: ["by PIN", "con PIN", "par code PIN", "mit PIN", "kodem PIN"],
  way_witness: ["before a witness", "ante un testigo", "devant un témoin", "vor einem Zeugen", "przy świadku"],
  way_paper: ["on paper", "en papel", "sur papier", "auf Papier", "na papierze"],
  way_ruling: ["not signed; it stands by a ruling", "sin firmar; vale por una decisión", "non signé ; valable par décision", "nicht unterschrieben; gilt durch Entscheidung", "bez podpisu; obowiązuje decyzją"],
  protest: ["under protest", "bajo protesta", "sous réserve", "unter Protest", "z protestem"],
  marks: ["Marked", "Indicado", "Mention", "Vermerk", "Oznaczenie"],
  mark_void: ["void", "nula", "nulle et non avenue", "ungültig", "unieważniona"],
  mark_forfeited: ["forfeited", "perdida por incomparecencia o sanción", "forfait", "kampflos", "walkower"],
  mark_resigned: ["resigned", "abandono", "abandon", "aufgegeben", "poddana"],
  mark_unknown: ["no scores are known", "no se conocen los puntos", "scores inconnus", "Punkte nicht bekannt", "wynik nieznany"],
  mark_provisional: ["provisional: it may still change", "provisional: aún puede cambiar", "provisoire : peut encore changer", "vorläufig: kann sich noch ändern", "tymczasowy: może się zmienić"],
  edition: ["State of the slip", "Estado del acta", "État de la feuille", "Stand des Zettels", "Stan karty"],
  edition_0: ["not yet signed by both", "aún sin las dos firmas", "pas encore signée par les deux", "noch nicht von beiden unterschrieben", "jeszcze nie podpisana przez oboje"],
  edition_1: ["signed", "firmada", "signée", "unterschrieben", "podpisana"],
  edition_n: ["amended, version {n}", "enmendada, versión {n}", "modifiée, version {n}", "geändert, Fassung {n}", "poprawiona, wersja {n}"],
  case: ["Case", "Caso", "Dossier", "Fall", "Sprawa"],
  caseRuling: ["{n}, ruling {m}", "{n}, decisión {m}", "{n}, décision {m}", "{n}, Entscheidung {m}", "{n}, decyzja {m}"],
  ruled: ["Ruled", "Decisión", "Décision", "Entschieden", "Decyzja"],
  citations: ["Rules", "Reglas", "Règles", "Regeln", "Przepisy"],
  closedBy: ["Closed by", "Cerrada por", "Close par", "Geschlossen von", "Zamknięta przez"],
  printedAs: ["Filled in from the record as of", "Rellenado según el registro a", "Rempli d’après le registre au", "Ausgefüllt nach der Aufzeichnung vom", "Wypełniono według rejestru z"],
  size: ["Entries in the record", "Entradas del registro", "Entrées du registre", "Einträge der Aufzeichnung", "Wpisy w rejestrze"],
  upTo: ["{n} of this game", "{n} de esta partida", "{n} de cette partie", "{n} von dieser Partie", "{n} z tej partii"],
  code: ["Signs at its foot", "Signos al pie", "Signes au bas", "Zeichen am Fuß", "Znaki u dołu"],
  log: ["Record", "Registro", "Registre", "Aufzeichnung", "Rejestr"],
  root: ["Root", "Raíz", "Racine", "Wurzel", "Korzeń"],
  rootGiven: ["Root you gave", "Raíz que has dado", "Racine donnée", "Wurzel, die Sie nannten", "Podany korzeń"],
  witnesses: ["Also signed, unchecked here", "Firmado también, sin comprobar aquí", "Signé aussi, non vérifié ici", "Auch unterschrieben, hier ungeprüft", "Podpisali też, tu niesprawdzeni"],
  noResult: ["none here", "ninguno aquí", "aucun ici", "hier keines", "tu brak"],
  outcome: ["Result", "Resultado", "Résultat", "Ergebnis", "Wynik"],
  line: ["entry {n}, {topic}", "entrada {n}, {topic}", "entrée {n}, {topic}", "Eintrag {n}, {topic}", "wpis {n}, {topic}"],
  laterSlip: ["a later slip, which is no result yet", "un acta posterior, que aún no es resultado", "une feuille plus tardive, pas encore un résultat", "ein späterer Zettel, noch kein Ergebnis", "późniejsza karta, jeszcze nie wynik"],
  leftOut: [
    "Left out, so that only their digests are proved", "Omitidas: solo se prueba su resumen", "Omises : seul leur condensé est prouvé",
    "Ausgelassen, nur ihr Abdruck ist bewiesen", "Pominięte, dowiedziono tylko ich skrótów",
  ],
  keyOf: ["Key of", "Clave de", "Clé de", "Schlüssel von", "Klucz"],
  files: ["Files inside", "Archivos incluidos", "Fichiers contenus", "Dateien darin", "Pliki w środku"],

  unknownTitle: ["What this page can’t know", "Lo que esta página no puede saber", "Ce que cette page ne peut pas savoir", "Was diese Seite nicht wissen kann", "Czego ta strona nie może wiedzieć"],
  unknownLater: [
    "Whether something came after: an amendment, a ruling, a game played again. Ask the hall, or compare with a later sheet.",
    "Si hubo algo después: una enmienda, una decisión, una partida repetida. Pregunta a la sala o compara con una hoja posterior.",
    "Si quelque chose est venu ensuite : une modification, une décision, une partie rejouée. Demandez à la salle, ou comparez avec une feuille plus récente.",
    "Ob etwas danach kam: eine Änderung, eine Entscheidung, eine wiederholte Partie. Fragen Sie den Saal, oder vergleichen Sie mit einem späteren Blatt.",
    "Czy coś przyszło później: poprawka, decyzja, powtórzona partia. Zapytaj salę albo porównaj z późniejszym arkuszem.",
  ],
  unknownHolder: [
    "Who held the key. Whoever has it can sign anything, with any date.", "Quién tenía la clave. Quien la tiene puede firmar lo que sea, con cualquier fecha.",
    "Qui détenait la clé. Celui qui l’a peut signer n’importe quoi, à n’importe quelle date.", "Wer den Schlüssel hatte. Wer ihn hat, kann alles unterschreiben, mit jedem Datum.",
    "Kto miał klucz. Kto go ma, może podpisać wszystko, z dowolną datą.",
  ],
  unknownTrue: [
    "Whether what people wrote down was true. What is printed beside the code is not checked: compare it with what stands above.",
    "Si lo que se anotó era cierto. Lo impreso junto al código no se comprueba: compáralo con lo de arriba.",
    "Si ce qui a été noté était vrai. Ce qui est imprimé à côté du code n’est pas vérifié : comparez avec ce qui figure ci-dessus.",
    "Ob wahr ist, was jemand aufgeschrieben hat. Was neben dem Code gedruckt steht, wird nicht geprüft: Vergleichen Sie es mit dem, was oben steht.",
    "Czy to, co zapisano, było prawdą. To, co wydrukowano obok kodu, nie jest sprawdzane: porównaj z tym, co powyżej.",
  ],
};

let language = 0;

export function speak(code) {
  language = Math.max(0, Object.keys(LANGUAGES).indexOf(code));
}

export function spoken() {
  return Object.keys(LANGUAGES)[language];
}

/** The first of the reader's languages that the page has. */
export function wished(codes) {
  return codes.map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES) ?? "en";
}

export function say(id, values = {}) {
  return WORDS[id][language].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function has(id) {
  return Object.hasOwn(WORDS, id);
}

/** How the reader's country writes numbers and dates, where that goes with the language chosen. */
function written() {
  return navigator.languages?.find((code) => code.slice(0, 2) === spoken()) ?? spoken();
}

export function number(value) {
  return new Intl.NumberFormat(written()).format(value);
}

export function moment(date) {
  const how = { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" };
  return `${new Intl.DateTimeFormat(written(), how).format(date)} UTC`;
}

export function listed(words) {
  return new Intl.ListFormat(spoken(), { type: "unit", style: "short" }).format(words);
}
