import { registerDetailsViewSection } from '@kinvolk/headlamp-plugin/lib'
import { WhyTerminating } from './why-terminating'

registerDetailsViewSection(({ resource }) =>
  resource?.jsonData?.metadata?.deletionTimestamp ? <WhyTerminating resource={resource} /> : null,
)
