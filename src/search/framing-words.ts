/**
 * Words with which people frame an act of remembering ("what did we decide about …", "lembra da conversa sobre …"),
 * folded, in English, Portuguese, Spanish, French,
 * German and Italian. They say that something is sought, not what.
 */
export const framingWords: ReadonlySet<string> = new Set(
  (
    'remember recall remind discuss discussed discussing discussion talk talked talking decide decided decision ' +
    'mention mentioned mentioning said say saying says tell told spoke speak speaking agreed chat chatted ' +
    'conversation conversations session sessions earlier previous previously last left recent recently prior before ' +
    'ago again think thought thinking ' +
    'lembra lembrar lembras lembro lembre discutimos discutir discutido falamos falar falado falou conversamos ' +
    'conversar conversa conversas decidimos decidir decidido decidiu dissemos disse dizer combinamos combinado ' +
    'mencionamos mencionou sessao sessoes anterior anteriores ultima ultimo passada passado recente recentemente ' +
    'recuerda recuerdas recordar recuerdo hablamos hablar hablado discutido decidido dijimos dijo ' +
    'decir acordamos conversacion conversaciones sesion sesiones ultimas ultimos pasada pasado reciente ' +
    'souviens rappelle discute parle decide avons dernier derniere erinnerst erinnere besprochen geredet gesprochen ' +
    'entschieden beschlossen letzte letzten letztes ricordi ricorda parlato discusso deciso ultima'
  ).split(' '),
)
