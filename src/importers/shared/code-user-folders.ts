import { basename, join } from 'node:path'
import type { ImportMachine } from '../importer.ts'
import { isFolder } from './is-folder.ts'
import { namesIn } from './names-in.ts'

/**
 * The user folders of VS Code and of editors made of it, as far as they are there: of the application, of its server on a
 * remote machine, of a portable one, of Windows when this is a Linux inside it; each followed by its profiles.
 *
 * @param editors names of their folders: `Code`, `VSCodium`, `Cursor`
 * @param servers names of folders in the person's own, that servers keep their data in: `.vscode-server`
 */
export function codeUserFolders(
  machine: ImportMachine,
  editors: readonly string[],
  servers: readonly string[] = [],
): readonly string[] {
  const { environment, folder } = machine
  const places = [
    ...[environment['VSCODE_APPDATA'] || configFolder(machine), ...windowsFolders(machine)].flatMap((base) =>
      editors.map((name) => join(base, name, 'User')),
    ),
    ...servers.map((name) => join(folder, name, 'data', 'User')),
    ...(environment['VSCODE_PORTABLE'] ? [join(environment['VSCODE_PORTABLE'], 'user-data', 'User')] : []),
  ].filter((place) => isFolder(machine.disk, place))
  return places.flatMap((place) => [place, ...profilesIn(machine, place)])
}

/** The user folder that a file or a folder of an editor lies in; undefined when it lies somewhere else. */
export function codeUserFolderOf(path: string): string | undefined {
  const place = /^(.*?)[/\\](?:workspaceStorage|globalStorage)(?:[/\\]|$)/.exec(path)?.[1]
  return place === '' ? undefined : place
}

function configFolder({ environment, folder, platform }: ImportMachine): string {
  if (platform === 'darwin') return join(folder, 'Library', 'Application Support')
  if (platform === 'win32') return environment['APPDATA'] || join(folder, 'AppData', 'Roaming')
  return environment['XDG_CONFIG_HOME'] || join(folder, '.config')
}

/** Where the Windows around this Linux keeps settings. */
function windowsFolders(machine: ImportMachine): string[] {
  if (!machine.environment['WSL_DISTRO_NAME']) return []
  return namesIn(machine.disk, '/mnt/c/Users').map((name) => join('/mnt/c/Users', name, 'AppData', 'Roaming'))
}

function profilesIn(machine: ImportMachine, place: string): string[] {
  if (basename(place) !== 'User') return []
  const profiles = join(place, 'profiles')
  return namesIn(machine.disk, profiles)
    .map((name) => join(profiles, name))
    .filter((profile) => isFolder(machine.disk, profile))
}
