import { categoryCalls, processCalls } from '@millrace/contract'
import { z } from 'zod'
import { describeForm } from '../describe-form.ts'
import { defineTool } from '../tool.ts'

const idempotencyKeyInput = z
  .string()
  .regex(/^[\w-]{8,64}$/)
  .nullable()
  .default(null)
  .describe(
    'A text that you choose for this start, such as a UUID. Send the same text when you repeat a call whose answer is lost: the process starts only once.',
  )

const processId = z.guid().describe('Id of the process, as list_processes returns it.')

export const listProcesses = defineTool({
  name: 'list_processes',
  title: 'List processes',
  description: 'Lists the processes that the user may start, by category and name.',
  calls: [categoryCalls.processes],
  input: z.object({}),
  run: (_input, ask) => ask(categoryCalls.processes, { params: { name: 'Home' } }),
})

export const getStartForm = defineTool({
  name: 'get_start_form',
  title: 'Get a start form',
  description: 'Returns a process with the fields of its start form and their values.',
  calls: [processCalls.startForm],
  input: z.object({ processId }),
  run: async ({ processId }, ask) => {
    const { form, ...rest } = await ask(processCalls.startForm, { params: { id: processId } })
    return { ...rest, form: describeForm(form) }
  },
})

export const startProcess = defineTool({
  name: 'start_process',
  title: 'Start a process',
  description:
    'Starts an instance of a process with the values of its start form. The product checks the values as it does on its pages and answers each fault with its field.',
  calls: [processCalls.start],
  input: z.object({
    processId,
    values: z.record(z.string(), z.unknown()).default({}).describe('Values of fields by key.'),
    businessKey: z.string().max(255).nullable().default(null),
    idempotencyKey: idempotencyKeyInput,
  }),
  run: async ({ processId, values, businessKey, idempotencyKey }, ask) => {
    const params = { id: processId }
    const { form } = await ask(processCalls.startForm, { params })
    const filled = { values: { ...form.values, ...values }, hash: form.document.hash }
    return ask(processCalls.start, { params, body: { ...filled, businessKey }, idempotencyKey })
  },
})

export const readModel = defineTool({
  name: 'read_model',
  title: 'Read a model',
  description: 'Returns the BPMN 2.0 XML of a process.',
  calls: [processCalls.definitionDiagram],
  input: z.object({ processId: z.guid().describe('Id of a process version.') }),
  run: ({ processId }, ask) => ask(processCalls.definitionDiagram, { params: { id: processId } }),
})
