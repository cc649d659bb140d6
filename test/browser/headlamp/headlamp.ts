import { jsx, render } from './react.ts'

/** As much of Headlamp's plugin library as integrations/headlamp uses; the page that loads it hands the resource in. */
type Section = (props: { readonly resource: unknown }) => unknown

const sections: Section[] = []

export const registerDetailsViewSection = (section: Section): void => void sections.push(section)

export const getHeadlampAPIHeaders = () => ({ 'X-HEADLAMP_BACKEND-TOKEN': 'secret' })

export const SectionBox = ({ title, children }: { readonly title: string; readonly children: unknown }) =>
  jsx('section', { children: [jsx('h2', { children: title }), children] })

/** Shows the details of a resource, as Headlamp does below its own sections. */
export function showDetails(resource: unknown): void {
  const Details = () => sections.map(section => section({ resource }))
  render(jsx(Details, {}), document.body)
}
Object.assign(window, { showDetails })
