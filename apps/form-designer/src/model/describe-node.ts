import type { FormNode, Option } from '@millrace/forms'
import { type DesignNode, specsOf } from '@millrace/forms/design'

type AnyNode = Pick<FormNode, 'id' | 'type' | 'key' | 'props'> | DesignNode

/**
 * Returns the text by which users recognise a node: its label, the beginning of its text, or its key. Empty when the
 * node has none of these.
 */
export function labelOf({ key, props }: AnyNode): string {
  const texts = [props.label, props.text, props.title, props.alt]
  const found = texts.find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return shorten(found ?? key ?? '')
}

/** Returns whether the type of a node has a property. */
export function hasProperty({ type }: AnyNode, name: string): boolean {
  return Object.hasOwn(specsOf(type), name)
}

/** Returns the options of a field. */
export function optionsOf({ props }: AnyNode): readonly Option[] {
  return Array.isArray(props.options) ? (props.options as readonly Option[]) : []
}

/**
 * Returns a readable text for a name without a translation: `maxFileSize` becomes “Max file size”, `date-time` “Date
 * time”.
 */
export function toWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shorten(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
