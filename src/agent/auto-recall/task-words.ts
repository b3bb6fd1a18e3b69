/**
 * Words with which a person tells an assistant what to do, folded, in English and Portuguese. They stand in any
 * conversation, whatever it is about.
 */
export const taskWords: ReadonlySet<string> = new Set(
  (
    'please thanks thank hello hey sure okay yeah maybe help need needs want wants like write writes wrote rewrite show ' +
    'shows give gives make makes made making explain explains add adds added create creates created change changes changed ' +
    'changing fix fixes fixed update updates updated remove removes removed delete use uses used using get gets getting ' +
    'got set sets put puts take takes run runs running ran test tests try tries tried work works working look looks ' +
    'looking find finds found check checks checked tell question questions answer answers example examples thing things ' +
    'something anything nothing everything somebody someone way ways kind sort lot lots bit part parts line lines file ' +
    'files code function functions class method variable name names list lists error errors problem problems issue issues ' +
    'bug bugs step steps option options version versions case cases text word words number numbers data value values type ' +
    'types good better best bad new old next first second third right wrong simple short long big small full same different ' +
    'sense idea ideas point points reason reasons time times day days week weeks month months year years today tomorrow ' +
    'yesterday now already still yet really actually exactly probably instead enough together without because although ' +
    'know knows think thinks mean means meant see seen look come comes came going goes went gone start starts started stop ' +
    'keep keeps leave leaves off continue continues resume pick picks picked ask asks asked asking suggest suggested recommend ' +
    'recommended told remind forgot forget talking doing working stopped chose chosen choose settled drafted sketched helped ' +
    'bring back far end ended idea search history memory notes note status make up other did let lets call calls called send read open close move build builds plan plans person people anyone ' +
    'favor obrigado obrigada ola oi bom boa tudo bem ajuda ajude ajudar preciso precisa quero quer queria escreva escrever ' +
    'mostre mostrar faca fazer faz feito fiz explique explicar adicione adicionar crie criar mude mudar corrija corrigir ' +
    'atualize remova remover apague use usar usei pegue coloque colocar rode rodar teste testar tente tentar funciona ' +
    'funcionar olhe veja ver acha acho achei encontrar pergunta resposta exemplo exemplos coisa coisas algo nada alguem ' +
    'jeito forma maneira parte partes linha linhas arquivo arquivos codigo funcao classe variavel nome nomes lista erro ' +
    'erros problema problemas passo opcao opcoes versao caso texto palavra numero numeros dados valor valores tipo bom ' +
    'melhor ruim novo nova velho proximo proxima primeiro primeira segundo segunda certo errado simples curto longo grande ' +
    'pequeno mesmo mesma diferente sentido ideia ponto motivo razao vez vezes dia dias semana semanas mes meses ano anos ' +
    'hoje amanha ontem agora ainda realmente talvez sabe saber sei quer dizer significa comecar comeca parar chamar ' +
    'paramos parou parei continuar continua retomar retomando retoma lembranca pedi pediu pedir sugeriu indicou recomendou montou ' +
    'vimos fizemos falando esqueci esqueceu escolheu escolhemos definiu definimos combinei assunto voltar volta segue ' +
    'enviar ler abrir fechar mover plano pessoa pessoas vamos vai vou tem tenho posso pode poderia gostaria ' +
    'gente outro outra outros outras atras tempo naquela naquele daquela daquele aquela aquele estavamos usa conforme ficou ' +
    'foram fazia continuando resuma procura passado happened planned'
  ).split(' '),
)
