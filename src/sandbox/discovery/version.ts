/** What `/version` says: major and minor of a gitVersion like `v1.36.3`. */
export function versionInfo(gitVersion: string): Readonly<Record<string, string>> {
  const [major = '1', minor = '36'] = gitVersion.replace(/^v/, '').split('.')
  return {
    major,
    minor,
    gitVersion,
    gitCommit: 'sandbox',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26',
    compiler: 'gc',
    platform: 'linux/amd64',
  }
}
