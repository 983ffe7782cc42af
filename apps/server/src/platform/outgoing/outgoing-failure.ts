/** The error for a call to an external system that failed. Its message is shown to users. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure'
  /** A further try would end the same way. */
  readonly isFinal: boolean
  /** The other side is in a private network, and may not be called. */
  readonly isPrivateAddress: boolean
  /** Whether the request may have arrived, and been carried out. */
  readonly mayHaveArrived: boolean
  /** Details for API clients. */
  readonly detail: Readonly<Record<string, string>> | null

  constructor(
    message: string,
    {
      isFinal = false,
      isPrivateAddress = false,
      mayHaveArrived = false,
      detail = null,
    }: {
      isFinal?: boolean
      isPrivateAddress?: boolean
      mayHaveArrived?: boolean
      detail?: Readonly<Record<string, string>> | null
    } = {},
  ) {
    super(message)
    this.isFinal = isFinal
    this.isPrivateAddress = isPrivateAddress
    this.mayHaveArrived = mayHaveArrived
    this.detail = detail
  }
}
