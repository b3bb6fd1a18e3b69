/**
 * Words that carry little meaning of their own, folded, in English, Portuguese and Spanish. Words that mean something
 * in one of the languages or in technical talk (`os`, `todo`, `data`, `son`, `sin`) are left out on purpose.
 */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those there here and or but nor not no if then than so as at by for from in into of off ' +
    'on onto out over to up with within without about between through during until while because since under above ' +
    'i me my mine we us our ours you your yours he him his she her hers it its they them their theirs one ones who ' +
    'whom whose which what when where why how am is are was were be been being do does did done doing have has had ' +
    'having will would shall should can could may might must just also too very only own same such any some each ' +
    'every both all most more few other another many much again ever yes s t d m ll re ve don didn doesn isn aren ' +
    'wasn weren hasn haven hadn won wouldn shouldn couldn etc let lets per via ' +
    'o e um uma uns umas de da do das dos em na nas nos num numa pelo pela pelos pelas para pra por com sem ' +
    'que qual quais quem quando onde como porque se mas ou nem nao sim ja ainda tambem so mais menos muito ' +
    'muita muitos muitas isso isto esse essa esses essas este esta estes estas aquele aquela aquilo ele ela eles elas ' +
    'eu tu voce voces seu sua seus suas meu minha meus minhas nosso nossa nossos nossas lhe lhes foi era sao estava ' +
    'ser estar ter tem tinha ao aos ate sobre entre depois antes ' +
    'el la los las lo un unos unas del al en y u su sus mi mis tu tus nuestro nuestra nuestros nuestras ' +
    'que cual cuales quien quienes cuando donde porque pero si ni ya aun tambien muy mas menos eso esto ese esa esos ' +
    'esas aquel aquella yo nosotros ellos ellas usted ustedes fue estaba ser estar tiene hasta desde'
  ).split(' '),
)
