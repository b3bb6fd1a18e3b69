const we = '(?:we|i|you|you and i|us)'
/** What people do with each other in a conversation: behind "did", and in the past. */
const decide =
  '(?:decide|discuss|agree|say|talk|choose|pick|settle|conclude|plan|come up with|end up|figure out|find out|reject|rule out|call|name|brainstorm|sketch|draft|write|mention|recommend|suggest|propose|compare|learn|estimate|promise|resolve|solve)'
const decided =
  '(?:decided|discussed|agreed|said|talked|chose|chosen|picked|settled|concluded|planned|came up with|ended up|figured out|found out|rejected|ruled out|called|named|brainstormed|sketched|drafted|wrote|written|mentioned|recommended|suggested|proposed|compared|learn(?:ed|t)|estimated|promised|resolved|solved)'
/** The same, without what is said of programs and of this very conversation. */
const said =
  '(?:decided?|discuss(?:ed)?|agreed?|sa(?:y|id)|t(?:ell|old) (?:you|me)|talk(?:ed)? about|cho(?:o|)se|pick(?:ed)?|settled? on|mention(?:ed)?|promised?|planned?|recommend(?:ed)?|suggest(?:ed)?)'
const talk = '(?:session|conversation|chat|discussion|talk|brainstorm)s?'
/** "Last session token", "previous chat model": something of a program. */
const noThing =
  "(?!(?:'s)? (?:ids?|keys?|tokens?|cookies?|states?|stores?|stor\\w*|variables?|objects?|timeouts?|data|files?|models?|handlers?|expir\\w*|class\\w*|types?|tables?|rows?|windows?|components?|pages?|endpoints?|api)\\b)"

/**
 * How people refer to past conversations in English, as regular expressions over folded text. What stands in the
 * present of this conversation ("what did I do wrong?", "remember to …") is left out on purpose.
 */
export const pastEnglish: readonly string[] = [
  // Where it was left.
  `\\bwhere (?:did |had |have )?${we} (?:had |have )?(?:last )?(?:left|leave) (?:it |this |things |that )?off\\b`,
  `\\bwhere (?:did |had )?${we} (?:stop(?:ped)?|end(?:ed)? up|get to|got to)(?: (?:last|yesterday|with|on|before)\\b|[?.!]|$)`,
  `\\bwhere were we(?: (?:with|on|at|in)\\b|,|[?.!]|$)`,
  `\\bpick(?:ing)?(?: (?:it|this|things))? (?:back )?up (?:where|from where|from last|our)\\b`,
  `\\b(?:continue|resume|go on|carry on|keep going|go back)(?: with| to| on| from)* (?:where ${we}|our (?:last|previous|earlier|old|${talk}|work|plan)|(?:the|that|my) (?:last|previous|earlier|old) ${talk}|what ${we} (?:were|had|started|did|discussed|began)|from (?:last|yesterday|before|the other))`,
  // Questions about what was decided.
  `\\b(?:what|which|why|how|when|where|who) (?:\\w+ ){0,3}?(?:had |have )?(?:we|you and i) (?:had |have |'d |'ve )?(?:\\w+ly |ever |already |first )?${decided}\\b`,
  `\\b(?:what|which|why|how|when|where|who|whom) (?:\\w+ ){0,3}?did we (?!as |humans)(?:\\w+ly |ever |first |last )?(?!do wrong|get\\b|miss\\b|break|forget|mean|need|just\\b)\\w+`,
  `\\b(?:what|which|why|how|when|where|who) (?:\\w+ ){0,3}?did (?:i|you) (?:\\w+ly |ever |already )?${said}\\b`,
  `\\b(?:did|have|had|haven't|didn't) (?:we|i) (?:ever|already|not)? ?(?:${decide}|${decided}|tell you|told you|ask(?:ed)? you|talk(?:ed)?|sp(?:o|ea)ke?n?)\\b`,
  `\\b(?:did|have|didn't|haven't|hadn't) we (?:ever|already)\\b`,
  `\\bhow far (?:did|had|have) we (?:get|got|come)\\b`,
  `\\bthe (?:reason|reasons|day|week|night) (?:that |why )?we (?!are|have|need|can|use\\b)\\w+ed\\b`,
  `\\bsame (?:question|thing|request|task|recipe|plan) as (?:last|yesterday|before|the other)\\b`,
  `\\bwe (?:were|had been|have been|'ve been) (?:talking|discussing|speaking|chatting|brainstorming|planning|looking (?:at|into)|working (?:on|through)|debugging|writing|thinking)\\b(?=.*\\b(?:yesterday|before|earlier|last|ago|the other|previously|when|once)\\b|.*\\?)`,
  `\\bwhat (?:were|was) (?:we|i) (?:talking|discussing|working|saying|doing|planning|looking|debugging|writing)\\b`,
  `\\bwhat (?:was|were|had been|is|'s|are) (?:our|my) (?:(?:last|previous|original|first|final|earlier|old) )?(?:decision|conclusion|plan|choice|reason|idea|verdict|answer|agreement|rationale|pick|compromise|notes?)s?\\b`,
  `\\bwhat (?:was|were) (?:the|that|those) (?:\\w+ ){1,4}(?:${we} (?:had |'d )?(?:${decided}|used?|tried|bought|wanted|had|like[sd]?)\\b|(?:from|in|of) (?:our|the) (?:last|previous|earlier|other) ${talk})`,
  `\\b(?:the|that|those|which) (?:[\\w-]+ ){1,4}(?:that |which )?we (?:had |'d )?(?:decided(?: on)?|discussed|agreed(?: on| upon)?|talked about|settled on|came up with|picked|chose|planned|brainstormed|sketched|drafted|worked out|compared|rejected|ruled out)\\b(?! (?:here|above|just now|below|a moment))`,
  `\\b(?:outcome|result|conclusion)s? of (?:our|the|that) (?:last |previous |earlier )?${talk}\\b`,
  // Memory itself.
  `\\b(?:do|did|can|could|would|don't|can't) (?:you|u|we) (?:still |even |not |by any chance |happen to )?(?:remember|recall)\\b(?! to\\b)`,
  `\\byou (?:still )?(?:remember|recall) (?:when|what|how|why|which|that|the|our|my|me|who|where)\\b.*\\?`,
  `^(?:hey,? |so,? |ok,? |btw,? )?(?:remember|recall) (?:when|how|what|why) (?:we|i|you)\\b`,
  `^(?:hey,? |so,? |ok,? |btw,? )?(?:remember|recall) (?:our|that|the) (?:\\w+ ){0,3}(?:${talk}|(?:we|i) (?:had|were|did|was|used|made|saw|wrote|fixed|talked|discussed|tried))\\b`,
  `\\bremind me,? (?:(?:again|please),? )?(?:of |about )?(?:what|which|why|how|where|who|when|that|the|our)\\b.*\\b(?:we|our|us|i (?:said|told|decided|chose|used|picked))\\b`,
  `\\b(?:i|we) (?:forgot|forget|can't (?:remember|recall)|don't (?:remember|recall)|cannot (?:remember|recall)) (?:what|which|why|how|where|who|when|the|our)\\b.*\\b(?:we|our|us|i (?:said|told|decided|chose|used|picked|wrote))\\b`,
  // Other conversations.
  `(?<!\\b(?:their|his|her|its|user's|users|every|each|any) )\\b(?:last|previous|earlier|past|prior|other|old|older|yesterday's) ${talk}\\b${noThing}`,
  `\\b(?:look|pull|bring|open|find|dig) (?:up |back )*(?:our ${talk}\\b|(?:the|that) ${talk} (?:about|on|where|when|with) )`,
  `\\b(?:our|my) (?:last|previous|earlier|past|prior|other|old) (?:chat|meeting|call|exchange|notes|plan|attempt)s?\\b${noThing}`,
  `\\b(?:from|in|during|of|to) (?:our|that) ${talk}\\b(?: (?:on|about|with|last|yesterday|from|the other)\\b|[?.!]|$)`,
  `\\b(?:search|look|check|dig|find it|find that) (?:\\w+ ){0,3}?(?:in|through|into)? ?(?:our|my|the|your) (?:past |previous |old |earlier |chat |conversation )*(?:history|conversations|chats|sessions|memory)\\b`,
  // Times that are no dates.
  `\\b(?:the )?last time (?:we|you and i)\\b`,
  `\\b(?:like|as|same as|what|how|why|than) (?:\\w+ ){0,4}last time\\b(?! (?:i (?:checked|looked|heard)|it (?:ran|was)))`,
  `\\blast time i (?:asked|told|mentioned|said|talked|wrote|worked|spoke|used you)\\b`,
  `\\bthe other (?:day|week|night|evening|morning|time)\\b`,
  `\\b(?:a|quite a|some) (?:while|time|few (?:weeks|months)) (?:back|ago)\\b`,
  `\\bback (?:when|then) (?:we|i) (?:were|was|had|did|started|first|talked|built|wrote|set|used|moved|discussed)\\b`,
  `\\b(?:as|like) (?:we |we had |we've |we'd )?(?:already )?(?:discussed|agreed|decided|planned|talked about|established)\\b(?! (?:above|below|just|here|in the|by|on|upon))`,
  `\\b(?:we|i) (?:'ve |'d |have |had )?(?:already |previously |once )?(?:discussed|talked about|agreed on|settled on|decided on|went over|went through|told you about|mentioned|covered)\\b(?=.*\\b(?:before|earlier|previously|already|last|once|yesterday|ago|other day|in another|in a previous)\\b)`,
  `\\b(?:we|i) (?:already|previously) (?:discussed|talked|agreed|settled|decided|told you|mentioned|covered|solved|fixed|tried)\\b`,
  `\\bi (?:told|was telling) you (?:about|that (?:i|we|my|our)|before|last|yesterday)\\b`,
  `\\byou (?:told|helped|recommended|suggested|showed|gave|advised|promised) (?:me|us)?\\b.*\\b(?:before|earlier|previously|last|once|yesterday|ago|the other)\\b`,
]
