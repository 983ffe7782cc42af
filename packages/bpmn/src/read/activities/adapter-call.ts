import type { XmlElement } from '@millrace/xml'
import type { AdapterCall, AnswerType } from '../../model.ts'
import { elementsOf, textOf } from '../../vocabulary/read.ts'
import { adapter, adapterError, adapterInput, adapterOutput } from '../../vocabulary/themes/services.ts'
import { answerTypes } from '../../vocabulary/words.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, expressionText } from '../expression-text.ts'

/** Reads the call of an adapter. `checkAdapterCalls` reports missing parts. */
export function readAdapterCall(context: ReadContext, element: XmlElement): AdapterCall {
  return {
    kind: 'adapter',
    key: textOf(element, adapter.key)?.trim() ?? '',
    inputs: elementsOf(element, adapter.adapterInput).map((input) => ({
      parameter: textOf(input, adapterInput.name)?.trim() ?? '',
      value: expressionText(context.dialect, textOf(input, adapterInput.value) ?? ''),
    })),
    outputs: elementsOf(element, adapter.adapterOutput).map((output) => ({
      variable: textOf(output, adapterOutput.name)?.trim() ?? '',
      path: textOf(output, adapterOutput.path)?.trim() ?? '',
      type: readType(context, output),
    })),
    errors: elementsOf(element, adapter.adapterError).map((error) => ({
      status: textOf(error, adapterError.status)?.trim() || null,
      code: textOf(error, adapterError.code)?.trim() || null,
      condition: expressionOf(context, error, adapterError.condition),
      errorCode: textOf(error, adapterError.errorCode)?.trim() ?? '',
    })),
  }
}

function readType(context: ReadContext, output: XmlElement): AnswerType | null {
  const word = textOf(output, adapterOutput.type)?.trim() ?? ''
  const type = answerTypes.find((one) => one === word) ?? null
  if (type === null && word !== '')
    context.report(
      output,
      'bpmn.value-invalid',
      `Expected the type of an output to be one of ${answerTypes.join(', ')}, but it is “${word.slice(0, 80)}”. Correct it.`,
    )
  return type
}
