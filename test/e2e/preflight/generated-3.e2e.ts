import { compareGenerated } from './generated-clusters.ts'

compareGenerated({ part: 3, of: 3 })
