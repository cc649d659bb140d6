/** What is said about what could not be read. */
export interface ReadingMessages {
  readonly NotRead: {
    readonly what: string
    readonly namespace?: string | undefined
    readonly reason?: string | undefined
    readonly why: string
  }
  readonly TypesNotRead: { readonly group: string }
  readonly RunAsReader: { readonly resource: string }
  readonly ApiServicesNotRead: Record<never, never>
  readonly WebhookConfigurationsNotRead: Record<never, never>
}
