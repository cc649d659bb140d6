/** What is said about what could not be read. */
export interface ReadingMessages {
  readonly NotRead: {
    readonly what: string
    readonly why: string
  }
  readonly ApiServicesNotRead: Record<never, never>
  readonly WebhookConfigurationsNotRead: Record<never, never>
}
