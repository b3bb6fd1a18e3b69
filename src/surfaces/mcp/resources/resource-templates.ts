import type { ListResourceTemplatesResult } from '@modelcontextprotocol/server'

type Template = ListResourceTemplatesResult['resourceTemplates'][number]

/** How resources are named. */
export const resourceTemplates: readonly Template[] = [
  {
    uriTemplate: 'session://{name}',
    name: 'session',
    title: 'A past conversation',
    description: 'The newest messages of a saved session',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'session://{name}/messages/{from}-{to}',
    name: 'messages',
    title: 'Messages of a past conversation',
    description: 'By their positions, 0-based, both ends included; a single one is whole',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'transcript://{id}',
    name: 'transcript',
    title: 'Everything ever said in a conversation',
    description: 'By the id of its transcript, from the beginning',
    mimeType: 'text/plain',
  },
]
