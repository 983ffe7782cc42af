import { limits, text } from '@millrace/contract'
import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '../../../lib/api/api-error.ts'
import { createNamedForm, type FormNames } from './create-named-form.ts'

/** Creates forms in a workplace that has some names and keys already. Returns the calls. */
function openWorkplace({ names = [], keys = [] }: { names?: string[]; keys?: string[] }) {
  const calls: FormNames[] = []
  const create = async (form: FormNames) => {
    calls.push(form)
    const refuse = (code: ApiErrorCode) => new ApiError({ status: 409, code, message: 'Taken.' })
    if (names.includes(form.name.toLowerCase())) throw refuse('thing.name-taken')
    if (keys.includes(form.formKey.toLowerCase())) throw refuse('thing.key-taken')
    return { id: 'made' }
  }
  return { calls, create }
}

const approve = { elementName: ' Approve  it? ', processName: 'Buy supplies', forms: [] }

it('a form has the name of its element, or of the process', async () => {
  const { create } = openWorkplace({})
  expect(await createNamedForm(approve, create)).toEqual({ id: 'made', name: 'Approve it', formKey: 'approveIt' })
  expect(await createNamedForm({ ...approve, elementName: ' ' }, create)).toMatchObject({ name: 'Buy supplies' })
})

it('the name of a form follows the rules for names, whatever the element has', async () => {
  const { calls, create } = openWorkplace({})
  for (const elementName of ['Check “order” (by hand)\n→ now', '?!', 'Very '.repeat(30)])
    await createNamedForm({ ...approve, elementName }, create)
  expect(calls.map(({ name }) => text('name').safeParse(name))).toEqual([
    { success: true, data: 'Check order by hand now' },
    { success: true, data: 'Buy supplies' },
    { success: true, data: 'Very '.repeat(10).trim() },
  ])
  const keys = calls.map(({ formKey }) => text('nameWithoutSpaces', limits.formKey).safeParse(formKey).success)
  expect(keys).toEqual([true, true, true])
})

it('a known form with the same name or key costs no call', async () => {
  const { calls, create } = openWorkplace({})
  await createNamedForm({ ...approve, forms: [{ key: 'APPROVEIT', name: 'approve it' }] }, create)
  expect(calls).toEqual([{ name: 'Approve it 2', formKey: 'buySuppliesApproveIt' }])
})

it('a disabled form has the name, or another application has the key: another one is tried', async () => {
  const { calls, create } = openWorkplace({ names: ['approve it'], keys: ['approveit', 'buysuppliesapproveit'] })
  const made = await createNamedForm(approve, create)
  expect(made).toMatchObject({ name: 'Approve it 2', formKey: expect.stringMatching(/^approveIt\d+$/) })
  expect(calls).toHaveLength(4)
})

it('names in scripts without Latin letters have a key, too', async () => {
  const { create } = openWorkplace({ keys: ['form', 'form2'] })
  const made = await createNamedForm({ elementName: '承認', processName: '購入', forms: [] }, create)
  expect(made).toMatchObject({ name: '承認', formKey: expect.stringMatching(/^form\d+$/) })
})

it('another refusal is passed on, also that of the last try', async () => {
  const refusals: ApiErrorCode[] = ['right.missing', 'thing.name-taken']
  for (const code of refusals) {
    const create = () => Promise.reject(new ApiError({ status: 403, code, message: 'No.' }))
    await expect(createNamedForm(approve, create)).rejects.toMatchObject({ code })
  }
})
