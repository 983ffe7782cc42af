/** Why something of the source is left out. The code is part of the report. */
export class Untranslatable extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
