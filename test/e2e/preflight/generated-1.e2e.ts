import { compareGenerated } from './generated-clusters.ts'

compareGenerated({ part: 1, of: 3 })
