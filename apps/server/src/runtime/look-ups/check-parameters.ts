import type { ParameterType } from '@millrace/contract'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { AdapterParameter } from './adapter.ts'
import { getParameter, type Parameters } from './parameters.ts'

/**
 * Checks that values are of the types of their parameters, before anything is sent. A missing value has every type.
 *
 * @throws OutgoingFailure that names the parameter.
 */
export function checkParameters(known: readonly AdapterParameter[], parameters: Parameters): void {
  for (const { name, type } of known) {
    const value = getParameter(parameters, name)
    if (value === '' || fits(value, type)) continue
    throw new OutgoingFailure(`Expected ${words[type]} for the parameter “${name}”, but it has another value.`, {
      isFinal: true,
    })
  }
}

const words: Readonly<Record<ParameterType, string>> = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-29',
  list: 'a list',
  object: 'an object',
  any: 'a value',
  file: 'a file',
}

function fits(value: string, type: ParameterType): boolean {
  switch (type) {
    case 'integer':
      return /^[+-]?\d{1,19}$/.test(value.trim())
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value))
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'date':
      return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))
    case 'list':
      return Array.isArray(parse(value))
    case 'object': {
      const read = parse(value)
      return typeof read === 'object' && read !== null && !Array.isArray(read)
    }
    case 'text':
    case 'any':
    case 'file':
      return true
    default:
      return type satisfies never
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
