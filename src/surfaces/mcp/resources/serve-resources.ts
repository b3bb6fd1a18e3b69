import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { placeOf } from '../page-cursor.ts'
import { answered } from '../protocol-failure.ts'
import type { McpWorld } from '../mcp-world.ts'
import { listResources } from './list-resources.ts'
import { parseUri } from './parse-uri.ts'
import { readResource } from './read-resource.ts'
import { resourceTemplates } from './resource-templates.ts'

/**
 * Serves sessions as resources, and tells of changes.
 *
 * @param isOneConnection the server stays connected to one client, and hears of changes itself; else whoever made it does
 */
export function serveResources(server: Server, world: McpWorld, isOneConnection: boolean): void {
  server.setRequestHandler('resources/list', ({ params }) =>
    answered(world, async () => listResources((await world.memory()).chatcli, world, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    placeOf('templates', params?.cursor)
    return { resourceTemplates: [...resourceTemplates] }
  })
  server.setRequestHandler('resources/read', ({ params }) =>
    answered(world, async () => {
      const { chatcli } = await world.memory()
      return readResource(params.uri, { chatcli, world })
    }),
  )
  const wanted = new Set<string>()
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (parseUri(params.uri) === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${params.uri}`)
    wanted.add(params.uri)
    world.changes.watch(params.uri)
    listen()
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    wanted.delete(params.uri)
    return {}
  })
  let stop: (() => void) | undefined
  const listen = (): void => {
    stop ??= world.changes.subscribe((event) => {
      if (event.kind === 'resources_list_changed') server.sendResourceListChanged().catch(() => undefined)
      // The newest revision sorts out by itself who listens to what.
      else if (event.kind === 'resource_updated' && (isOneConnection || wanted.has(event.uri)))
        server.sendResourceUpdated({ uri: event.uri }).catch(() => undefined)
    })
  }
  Object.assign<Server, Pick<Server, 'oninitialized' | 'onclose'>>(server, {
    oninitialized: listen,
    onclose() {
      stop?.()
      stop = undefined
    },
  })
  if (isOneConnection) listen()
}
