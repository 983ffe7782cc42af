import { specsOf } from '../document/node-types.ts'
import type { Option, Props } from '../document/property.ts'
import type { NodeType } from '../document/types.ts'
import type { DataNode, RuntimeDocument, ViewNode } from './runtime-document.ts'

/**
 * Translates a form to a language (BCP 47), or the next wider one (`de` for `de-CH`). Untranslated texts stay in the
 * default language of the form.
 */
export function localiseForm(form: RuntimeDocument, locale: string): RuntimeDocument {
  const texts = form.i18n[locale] ?? form.i18n[locale.split('-')[0] ?? '']
  if (texts === undefined) return form
  const translate = (type: NodeType, id: string, props: Props) => translateProps({ type, id, props, texts })
  return { ...form, data: form.data.map(translateData), view: form.view.map(translateView) }

  function translateData(node: DataNode): DataNode {
    if (node.kind === 'group') return { ...node, members: node.members.map(translateData) }
    const props = translate(node.type, node.node, node.props)
    return node.kind === 'field' ? { ...node, props } : { ...node, props, members: node.members.map(translateData) }
  }

  function translateView(node: ViewNode): ViewNode {
    if (node.kind === 'field') return node
    if (node.kind === 'list') return { ...node, children: node.children.map(translateView) }
    const props = translate(node.type, node.id, node.props)
    return node.kind === 'content' ? { ...node, props } : { ...node, props, children: node.children.map(translateView) }
  }
}

/**
 * Returns the language in which a form is shown to a reader of these languages, the best first: the first one that the
 * form has, itself or its wider one (`de` for `de-CH`), else the default language of the form.
 */
export function chooseLocale({ settings, i18n }: RuntimeDocument, wanted: readonly string[]): string {
  const { defaultLocale } = settings
  const found = wanted
    .flatMap((tag) => [tag, tag.split('-')[0] ?? ''])
    .find((tag) => tag === defaultLocale || Object.hasOwn(i18n, tag))
  return found ?? defaultLocale
}

function translateProps(input: {
  type: NodeType
  id: string
  props: Props
  texts: Readonly<Record<string, string>>
}): Props {
  const { type, id, props, texts } = input
  const specs = specsOf(type)
  const find = (name: string) => (Object.hasOwn(texts, `${id}.${name}`) ? texts[`${id}.${name}`] : undefined)
  const translated = Object.entries(props).map(([name, value]): [string, unknown] => {
    const kind = specs[name]?.kind
    if (kind === 'text' || kind === 'html') return [name, find(name) ?? value]
    if (kind === 'texts')
      return [name, (value as readonly string[]).map((one, index) => find(`${name}.${index}`) ?? one)]
    if (kind !== 'options') return [name, value]
    return [
      name,
      (value as readonly Option[]).map((option) => ({
        ...option,
        label: find(`${name}.${option.value}`) ?? option.label,
      })),
    ]
  })
  return Object.fromEntries(translated)
}
