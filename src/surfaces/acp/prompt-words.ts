import type { ContentBlock } from '@agentclientprotocol/sdk/unstable'
import { fenced } from '../../conversation/fenced.ts'
import type { Catalogue } from '../../text/catalogue.ts'

/**
 * What a person said in an editor, as words: text as it is, files they point to as links, files that came along whole
 * between marks that say which they are, and a name in the place of what cannot be read. Empty when there is nothing.
 */
export function promptWords(blocks: readonly ContentBlock[], { acp }: Catalogue): string {
  const words = blocks.map((block): string => {
    switch (block.type) {
      case 'text':
        return block.text
      case 'resource_link':
        return `[@${block.name}](${block.uri})`
      case 'resource': {
        const { resource } = block
        if ('text' in resource) return `${resource.uri}\n${fenced(resource.text)}`
        return acp.attachment(named(resource.uri, resource.mimeType))
      }
      case 'image':
        return acp.image(named(block.uri ?? acp.pasted, block.mimeType))
      default:
        return acp.audio(named(acp.pasted, block.mimeType))
    }
  })
  const said = words.join('\n')
  return said.trim() === '' ? '' : said
}

function named(name: string, type: string | null | undefined): string {
  return type ? `${name} (${type})` : name
}
