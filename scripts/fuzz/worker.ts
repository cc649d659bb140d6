/** Runs trials as they are asked for: apart from the one who asks, who ends it when it hangs. */
import { type Asked, runTrial } from './trial.ts'

process.on('message', async (asked: Asked) => {
  process.send!(
    await runTrial(asked).catch(error => ({
      kind: 'making',
      args: [],
      changes: [],
      cpu: 0,
      wall: 0,
      wrong: `cannot be made: ${error.stack}`,
    })),
  )
})
