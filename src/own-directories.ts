import { isAbsolute, join } from 'node:path'

/**
 * Where this program keeps backups: by the XDG base directories, whose rule is to ignore a relative path; on Windows in
 * the local application data.
 */
export function stateDirectory(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string | undefined {
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'kubectl-finalize')
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) return join(env.XDG_STATE_HOME, 'kubectl-finalize')
  return home === '' ? undefined : join(home, '.local', 'state', 'kubectl-finalize')
}

/** Where users keep what they wrote for this program, by the same rules; on Windows the roaming application data. */
export function configDirectory(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string | undefined {
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, 'kubectl-finalize')
  if (platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'kubectl-finalize')
  return home === '' ? undefined : join(home, '.config', 'kubectl-finalize')
}
