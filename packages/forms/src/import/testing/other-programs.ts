/** The parts of form-js that tests use. The library's own types would add browser types to the server. */

export interface FormJsForm {
  validate(): unknown
  get(service: 'formFieldInstanceRegistry'): {
    getAllKeyed(): readonly { readonly id: string; readonly indexes?: Readonly<Record<string, number>> }[]
  }
  destroy(): void
}

/** An element of the page that a form is drawn in. */
interface Element {
  append(child: Element): void
  remove(): void
}

interface Page {
  createElement(name: string): Element
  readonly body: Element
}

interface FormJs {
  createForm(options: { container: Element; schema: unknown; data: unknown }): Promise<FormJsForm>
}

/** Opens a form with form-js in the page of a test. */
export async function openInFormJs(schema: unknown, data: unknown): Promise<FormJsForm & { close(): void }> {
  const name: string = '@bpmn-io/form-js-viewer'
  const { createForm } = (await import(name)) as FormJs
  const { document } = globalThis as unknown as { document: Page }
  const container = document.createElement('div')
  document.body.append(container)
  const form = await createForm({ container, schema, data })
  return Object.assign(form, {
    close() {
      form.destroy()
      container.remove()
    },
  })
}

export interface FormIoScope {
  readonly conditionals?: readonly { readonly path: string; readonly conditionallyHidden?: boolean }[]
  readonly errors?: readonly { readonly context: { readonly path: string } }[]
}

interface FormIo {
  processSync(context: unknown): void
  readonly ProcessorMap: Readonly<Record<'conditions' | 'validate', unknown>>
}

/** Evaluates the conditions and validation of a form with the library of Form.io, for tests. */
export async function processByFormIo(components: readonly unknown[], data: unknown): Promise<FormIoScope> {
  const name: string = '@formio/core'
  const { processSync, ProcessorMap } = (await import(name)) as FormIo
  const scope: FormIoScope = {}
  const form = { components: structuredClone(components) }
  const processors = [ProcessorMap.conditions, ProcessorMap.validate]
  processSync({ ...form, form, data, submission: { data }, scope, config: { server: false }, processors })
  return scope
}
