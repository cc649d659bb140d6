/** A screen without what differs each time that it is made: clock times, durations, ports, folders. Nothing else is changed. */
export function stable(screen: string, folder: string): string {
  return screen
    .replaceAll(folder, '/home/ada')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-15T12:00:00Z')
    .replaceAll(/\bread in \d+\.\d s/g, 'read in 0.3 s')
    .replaceAll(/\bhttp:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd()
}
