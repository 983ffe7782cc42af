/** The error for data of the source that cannot be moved. Its code is part of the report. */
export class Untranslatable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
