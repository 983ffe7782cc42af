import type { FormNode, NodeType } from '@millrace/forms'
import {
  type Design,
  findMisplacement,
  findNodeKind,
  hasChildren,
  isFieldKey,
  nodeTypes,
  specsOf,
} from '@millrace/forms/design'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Creates an id of 7 letters and digits (specification, section 9), which begins with a letter. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(7))
  return [...bytes].map((byte, index) => letters[byte % (index === 0 ? 52 : 62)]).join('')
}

/** Creates a node of a type with its required properties and an unused key. */
export function createNode(type: NodeType, { design, name }: { design: Design; name: string }): FormNode {
  const kind = findNodeKind(type)
  const hasKey = kind === 'field' || kind === 'list'
  return {
    id: createId(),
    type,
    ...(hasKey ? { key: findFreeKey(design, toKey(name)) } : {}),
    props: createProps(type, name),
    layout: {
      span:
        kind === 'field' || type === ('column' as string) ? { base: 12, sm: 12, md: 6 } : { base: 12, sm: 12, md: 12 },
    },
    ...(hasChildren(type) ? { children: createChildren(type, { design, name }) } : {}),
  }
}

/** Returns the key for a label: `Cost centre` becomes `costCentre`. */
export function toKey(label: string): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.map((word) => word.replaceAll(/[^A-Za-z0-9]/g, ''))
    .filter((word) => word !== '')
  const key = (words ?? [])
    .map((word, index) =>
      index === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
  return isFieldKey(key) && /^[A-Za-z]/.test(key) ? key : 'field'
}

/** Returns the key, or the first of `key2`, `key3` … that no node has. */
export function findFreeKey({ nodes }: Pick<Design, 'nodes'>, key: string): string {
  const taken = new Set(Object.values(nodes).map((node) => node.key))
  if (!taken.has(key)) return key
  let number = 2
  while (taken.has(`${key}${number}`)) number += 1
  return `${key}${number}`
}

function createProps(type: NodeType, name: string): FormNode['props'] {
  const props: Record<string, unknown> = {}
  for (const [property, spec] of Object.entries(specsOf(type))) {
    const sample = findSample(property, spec, name)
    if (sample !== undefined) props[property] = sample
  }
  return props
}

const emptyPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A value for what must be given; whatever the property's own reader refuses is left for the designer to enter. */
function findSample(
  property: string,
  spec: { kind: string; isRequired: boolean; choices?: readonly string[]; read(raw: unknown): { ok: boolean } },
  name: string,
): unknown {
  if (property === 'label' && (spec.isRequired || spec.kind === 'text')) return name
  if (!spec.isRequired) return undefined
  const options = [1, 2].map((number) => ({ value: `option${number}`, label: `Option ${number}` }))
  const samples: unknown[] = [
    spec.choices?.[0],
    options,
    'EUR',
    '000',
    name,
    `<p>${name}</p>`,
    1,
    0,
    true,
    emptyPicture,
  ]
  return samples.find((sample) => sample !== undefined && spec.read(sample).ok)
}

/** Creates the first children of a new container: two, if it only contains one type. */
function createChildren(type: NodeType, { design, name }: { design: Design; name: string }): FormNode[] {
  const [only, ...others] = nodeTypes.filter((child) => findMisplacement(child, type) === null)
  if (only === undefined || others.length > 0) return []
  return [1, 2].map((number) => createNode(only, { design, name: `${name} ${number}` }))
}
