/** What is said about volumes, claims and what they are attached to. */
export interface VolumeMessages {
  readonly ClaimNotDeleted: { readonly claim: string }
}
