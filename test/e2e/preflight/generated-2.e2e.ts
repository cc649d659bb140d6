import { compareGenerated } from './generated-clusters.ts'

compareGenerated({ part: 2, of: 3 })
