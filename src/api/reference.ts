/** Another object, named by uid, whose end would end this one. */
export interface Reference {
  readonly field: 'ownerReferences' | 'claimRef'
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** By uid, where the API looks for it. null: it could not be found out. */
  readonly exists: boolean | null
}
