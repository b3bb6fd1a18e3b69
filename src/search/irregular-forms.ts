const families =
  'arise arose arisen; awake awoke awoken; bear bore borne; beat beaten; become became; begin began begun; bend bent; ' +
  'bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought; build built; ' +
  'burn burnt; buy bought; catch caught; choose chose chosen; come came; creep crept; deal dealt; dig dug; ' +
  'draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; ' +
  'feel felt; fight fought; find found; flee fled; fly flew flown; forbid forbade forbidden; forget forgot forgotten; ' +
  'forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go gone; grow grew grown; ' +
  'hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led; learn learnt; ' +
  'leave left; lend lent; lie lay lain; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden; ring rang rung; ' +
  'rise rose risen; run ran; see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone; ' +
  'shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; ' +
  'speak spoke spoken; spend spent; spin spun; stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; ' +
  'sweep swept; swim swam swum; swing swung; take took taken; teach taught; tear tore torn; tell told; think thought; ' +
  'throw threw thrown; understand understood; wake woke woken; wear wore worn; weep wept; win won; wind wound; ' +
  'withdraw withdrew withdrawn; write wrote written; child children; foot feet; goose geese; man men; mouse mice; ' +
  'person people; tooth teeth; woman women; life lives; wife wives; knife knives; leaf leaves; half halves; shelf shelves; ' +
  'index indices; vertex vertices; matrix matrices; criterion criteria; appendix appendices; analysis analyses'

/**
 * Base forms of English words that no suffix rule reaches: `bought` → `buy`, `children` → `child`. Only forms with the
 * first letter of their base (so not `went`), since a quick test of a run looks at that.
 */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  families.split('; ').flatMap((family) => {
    const [base = '', ...forms] = family.split(' ')
    return forms.map((form) => [form, base] as const)
  }),
)
