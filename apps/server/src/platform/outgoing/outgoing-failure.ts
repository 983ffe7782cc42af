/** A call to the outside that brought nothing. Its message is shown to people. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure'
  /** A further try would end the same way. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}
