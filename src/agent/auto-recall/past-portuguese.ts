/** Deeds of two in a conversation, in the past; those whose form is that of the present too are left out. */
const agreed =
  '(?:decidimos|combinamos|falamos|conversamos|discutimos|definimos|escolhemos|acertamos|concluimos|dissemos|acordamos|planejamos|resolvemos|vimos|fizemos|ficamos de|tinhamos|estavamos|haviamos|optamos|descartamos|comparamos|anotamos|demos)'
const byUs =
  '(?:decidiu|combinou|falou|conversou|discutiu|definiu|escolheu|acertou|concluiu|disse|planejou|resolveu|viu|fez|tinha|estava|havia|optou|descartou|comparou|anotou|deu|ficou de)'
const byMe =
  '(?:falei|disse|contei|comentei|mencionei|pedi|expliquei|escrevi|escolhi|decidi|perguntei|passei|sugeri|sugeriu|recomendou|indicou|falou|aconselhou|propos)'
const asks = '(?:o que|oque|que|qual|quais|quem|quando|onde|como|por ?que|porque|quanto|quantos|quantas)'
const talk = '(?:conversas?|sessao|sessoes|discussao|discussoes|papos?|bate-papos?|chats?)'
const noThing =
  '(?! (?:expir\\w+|do usuario|de usuario|http|web|tcp|do servidor|em http|em php|de banco|invalida))'
const noOwner =
  '(?<!(?:cookies?|tokens?|ids?|chaves?|dados|estado|variavel|objeto|tabela|modelo|janela) d[aeo]s? )'

/** As `pastEnglish`, in Portuguese. */
export const pastPortuguese: readonly string[] = [
  // Where it was left.
  `\\b(?:de )?onde (?:e que )?(?:(?:nos|a gente|eu) )?(?:nos )?(?:paramos|parou|parei|ficamos|ficou|estavamos|estava)\\b(?! (?:o|a|os|as|esse|essa|este|esta) )`,
  `\\b(?:retom\\w+|continu\\w+|volt\\w+|segu\\w+)(?: com| para| a| ao?| da| daquela| de)* (?:de onde|do ponto|nossa|nosso|aquela|aquele|(?:a |na |da )?(?:ultima|outra) ${talk}|(?:a |da )?${talk} (?:de|da|anterior|passada))\\b`,
  `\\b(?:retom\\w+|continu\\w+|volt\\w+)(?: com| para| a| ao?| da| d?o)* (?:assunto|tema|papo|plano|projeto) (?:de ontem|d[ae] (?:semana|outra|ultima)|do (?:outro|mes)|anterior|passad)`,
  // Questions about what was decided.
  `\\b${asks} (?:e que )?(?:mesmo )?(?:\\w+ ){0,3}?(?:(?:que )?nos |ja )?${agreed}\\b(?! (?:est[ae]s?|iss?t?o|de errado)\\b)(?! \\w+s em )`,
  `\\b${asks} (?:e que )?(?:mesmo )?(?:\\w+ ){0,3}?(?:que )?a gente (?:ja |mesmo |tinha |havia |nao )?(?:${byUs}|(?:decid|combin|convers|discut|fal|escolh|defin)\\w+do)\\b`,
  `\\b${asks} (?:e que )?(?:mesmo )?(?:\\w+ ){0,3}?(?:que )?(?:eu|voce|vc) (?:ja |te |lhe |me |nos )*${byMe}\\b`,
  `\\b(?:o que|qual|quais) (?:foi|foram|era|eram|ficou|tinha sido) (?:mesmo )?(?:a |o |as |os |que )?(?:(?:nossa|nosso|minha|meu|ultima|primeira) )?(?:decisao|conclusao|combinado|plano|escolha|motivo|ideia|resposta|acordo|acerto|decidido|definido|acertado|razao|sugestao|recomendacao|definicao)\\b`,
  `\\bcomo ficou (?:mesmo )?(?:a |o |aquel[ae] |noss[ao] )(?:decisao|combinado|plano|discussao|conversa|acordo|acerto|definicao)\\b`,
  `\\bo que (?:tinha |havia )?(?:ficou|ficado|foi|sido) (?:mesmo )?(?:decidido|combinado|acertado|definido|resolvido|acordado|conversado|discutido)\\b`,
  `\\b(?:o|a|os|as|aquel[ea]s?|ess[ea]s?) (?:[\\w-]+ ){1,4}(?:que |em que |d[eo] que |sobre [ao]? ?qual )(?:nos )?(?:decidimos|combinamos|discutimos|definimos|acertamos|conversamos|falamos|escolhemos|descartamos|planejamos)\\b`,
  `\\b(?:o|a|os|as|aquel[ea]s?|ess[ea]s?) (?:[\\w-]+ ){1,4}(?:de |em |sobre )?(?:o )?que a gente (?:decidiu|combinou|discutiu|definiu|acertou|conversou|falou|escolheu|descartou|planejou)\\b`,
  `\\b(?:ja|nunca|chegamos a|chegou a) (?:conversamos|falamos|discutimos|decidimos|combinamos|conversar|falar|discutir|decidir|combinar)\\b`,
  `\\b(?:nos |a gente )(?:ja|nunca|chegou a) (?:conversamos|falamos|discutimos|decidimos|combinamos|conversou|falou|discutiu|decidiu|combinou|conversar|falar|discutir|decidir|combinar|viu)\\b`,
  `\\b(?:a gente |nos |ja )(?:ja )?(?:tinha|tinhamos|havia|haviamos) (?:falado|conversado|combinado|decidido|discutido|definido|escolhido|visto)\\b`,
  `\\bestavamos (?:falando|conversando|discutindo|vendo|trabalhando|planejando|fazendo)\\b`,
  `\\ba gente (?:tava|estava) (?:falando|conversando|discutindo|vendo|trabalhando|planejando|fazendo)\\b`,
  // Memory itself.
  `\\b(?:voce|vc|tu|te|ce|ainda) (?:ainda |nao |se |te )*(?:lembra|lembras|recorda|recordas|lembrou)\\b(?! de \\w+[aei]r\\b)`,
  `\\b(?:lembra|lembras|recorda)(?:-se|-te)? (?:quando|o que|como|qual|d[aeo]s? (?:que (?:nos|a gente|eu|falamos|conversamos|combinamos)|nossa|nosso|minha|meu)|d[ao]s? ${talk}|daquel\\w+|que (?:a gente|nos|eu|voce))\\b`,
  `\\b(?:lembra|lembras|recorda|lembra-se)[^.?!]{0,80}\\?(?<!\\bde \\w+[aei]r\\b[^.?!]*\\?)`,
  `\\bnao (?:me )?(?:lembro|recordo)(?:-me)? (?:mais )?(?:o que|qual|quais|quem|onde|quando|como|por ?que|d[ao]s? )`,
  `\\b(?:me lembr[ae]|lembre-me|relembr[ae]-?(?: me)?|me relembr[ae]|recorda-me)\\b.*\\b(?:a gente|nos|nosso|nossa|${agreed})\\b`,
  `\\besqueci (?:o que|qual|quais|quem|onde|quando|como|d[ao]s? ).*\\b(?:a gente|nos|nosso|nossa|${agreed}|eu (?:disse|falei|escolhi))\\b`,
  // Other conversations.
  `${noOwner}\\b(?:ultim[ao]s?|outr[ao]s?|nossas?|nossos?|antig[ao]s?) (?:ultim[ao]s? )?${talk}\\b${noThing}`,
  `${noOwner}\\b${talk} (?:anterior(?:es)?|passad[ao]s?|antig[ao]s?|de ontem|de antes|da semana|do mes)\\b${noThing}`,
  `\\b(?:procur\\w+|busc\\w+|pesquis\\w+|ach\\w+|olh\\w+) (?:\\w+ ){0,3}?(?:n[ao]s? |em )(?:minhas?|nossas?|suas?|meu|nosso)? ?(?:conversas|historico|sessoes|memoria)\\b`,
  // Times that are no dates.
  `\\b(?:n?a|da) ultima vez(?: que (?:nos|a gente|falamos|conversamos|eu (?:te|falei|perguntei|conversei)))?\\b(?! que (?:rod|execut|chec|compil|verific|olh)\\w+)`,
  `\\b(?:da|na|d'|naquela|daquela) outra vez\\b`,
  `\\b(?:n?o |n)?outro dia\\b(?=.*\\b(?:falamos|conversamos|falei|disse|comentei|voce|a gente|nos|discutimos|combinamos|perguntei)\\b)`,
  `\\b(?:ha|faz|um|algum|uns|tempos?|bom) ?(?:um |algum |bom |muito )?tempos? (?:atras|que (?:nao )?(?:falamos|conversamos|a gente))\\b`,
  `\\b(?:como|conforme|que nem|igual) (?:ja |nos |a gente |eu |voce |te |tinha |tinhamos |haviamos )*(?:combinamos|combinado|combinou|falamos|falado|discutimos|discutido|conversamos|conversado|conversou|decidimos|decidido|decidiu|falei|disse|comentei|mencionei|sugeriu|recomendou)\\b(?=\\s*(?:[,.;:!?]|$|ontem|antes|outro|n[ao] |sobre ))`,
  `\\b(?:ja|eu) (?:ja )?te (?:falei|disse|contei|comentei|mencionei|expliquei|passei|pedi)\\b`,
  `\\b(?:falei|comentei|contei|mencionei|conversei|perguntei|sugeriu|recomendou|indicou)\\b.*\\b(?:antes|outro dia|outra vez|da ultima|da outra|anteriormente)\\b`,
  `\\bna epoca (?:em )?que (?:nos|a gente|eu)\\b`,
]
