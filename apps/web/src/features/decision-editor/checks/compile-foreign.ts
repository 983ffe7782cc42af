import { type Compiled, compile } from '@millrace/expressions'

/**
 * Compiles an expression as the server does. JavaScript is only checked on the server, because its engine is not loaded
 * here.
 */
export function compileForeign(language: string, source: string): Compiled {
  const message = `Expected FEEL, UEL or JavaScript, but the expression is written in ${language}, which does not run here.`
  return compile(language, source) ?? { ok: false, problems: [{ message, from: 0, to: source.length }] }
}
