import type { ProcessModel } from './model.ts'

/**
 * Lists the names of the email templates that mail tasks of a model name directly, each once. Names in expressions are
 * only known at run time.
 */
export function listMailTemplates(model: ProcessModel): string[] {
  const names = Object.values(model.elements).flatMap((element) => {
    if (!('implementation' in element)) return []
    const { implementation } = element
    if (implementation.kind !== 'builtIn' || implementation.name !== 'mail') return []
    return implementation.fields
      .filter(({ name, value }) => name === 'template' && value.language === 'literal')
      .map(({ value }) => value.text.trim())
  })
  return [...new Set(names.filter((name) => name !== ''))]
}
