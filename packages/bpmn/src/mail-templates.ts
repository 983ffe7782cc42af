import type { ProcessModel } from './model.ts'

/**
 * Returns names of the email templates that mail tasks of a model name outright, each once: by an expression they are
 * known only when it runs.
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
