import type { FileValue } from '@millrace/forms'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type UploadFile, UploadRefused } from '../files/upload-refused.ts'
import { renderForm } from '../testing/render-form.tsx'

const offer = { type: 'file', key: 'offer', label: 'Offer', maxfiles: 2, maxfilesize: 1 }

function file(name: string, size = 10): File {
  const made = new File(['x'], name, { type: 'application/pdf' })
  return Object.defineProperty(made, 'size', { value: size })
}

const store = (sent: File): FileValue => ({
  id: sent.name.replace(/\W/g, ''),
  name: sent.name,
  size: sent.size,
  type: sent.type,
})
const uploadFile: UploadFile = async (sent) => store(sent)

function choose(container: HTMLElement, ...files: File[]): void {
  const input = container.querySelector('input[type=file]')
  if (input === null) throw new Error('Expected a file input, but there is none.')
  fireEvent.change(input, { target: { files } })
}

function drop(...files: File[]): void {
  fireEvent.drop(screen.getByText('or drop them here'), { dataTransfer: { files } })
}

test('says what may be chosen, and the button carries the name of the field', async () => {
  const { container, findViolations } = renderForm([{ ...offer, help: 'Signed', filetypes: ['PDF', 'png'] }], {
    uploadFile,
  })
  expect(
    screen.getByRole('button', {
      name: 'Choose files: Offer',
      description: 'Up to 2 files, up to 1 MB each. pdf, png.',
    }),
  ).toBeTruthy()
  expect(container.querySelector('input[type=file]')?.getAttribute('accept')).toBe('.pdf,.png')
  expect(screen.getByText('Signed')).toBeTruthy()
  expect(await findViolations()).toEqual([])
})

test('a field for one file names the largest size of that file', () => {
  renderForm([{ ...offer, maxfiles: 1, filetypes: ['pdf'] }], { uploadFile })
  expect(
    screen.getByRole('button', { name: 'Choose file: Offer', description: 'One file, up to 1 MB. pdf.' }),
  ).toBeTruthy()
})

test('chosen and dropped files are uploaded, listed and submitted', async () => {
  const { container, submit, submitted, findViolations } = renderForm([offer], { uploadFile })
  choose(container, file('a.pdf', 2048))
  expect(await screen.findByRole('button', { name: 'Remove a.pdf' })).toBeTruthy()
  drop(file('b.pdf'))
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a.pdf2 kB',
      'b.pdf10 bytes',
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([
    {
      offer: [
        { id: 'apdf', name: 'a.pdf', size: 2048, type: 'application/pdf' },
        { id: 'bpdf', name: 'b.pdf', size: 10, type: 'application/pdf' },
      ],
    },
  ])
})

test.each([
  [[file('a.pdf'), file('b.pdf')], 'You cannot upload more than 2 files'],
  [[file('a.exe')], 'You cannot upload file with type exe'],
  [[file('a.pdf', 1024 * 1024 + 1)], 'You cannot upload file with size more than 1mb'],
])('a selection that breaks a rule is dropped as a whole, what is there stays', async (selection, message) => {
  const upload = vi.fn(uploadFile)
  const { container } = renderForm([offer], {
    uploadFile: upload,
    values: { offer: [{ id: 'old', name: 'old.pdf', size: 5, type: '' }] },
  })
  choose(container, ...selection)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['old.pdf5 bytes'])
  expect(upload).not.toHaveBeenCalled()
  choose(container, file('good.pdf'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(screen.queryByText(message)).toBeNull()
})

test('all files together stay under 50 MB', () => {
  const { container } = renderForm([{ ...offer, maxfiles: 3, maxfilesize: 50 }], { uploadFile })
  choose(container, file('a.pdf', 30 * 1024 * 1024), file('b.pdf', 20 * 1024 * 1024))
  expect(screen.getByText('Total file size should be less than 50MB.')).toBeTruthy()
})

test('a failed upload can be tried again or removed, and holds up the form until then', async () => {
  let attempts = 0
  const failing: UploadFile = async (sent) => {
    attempts += 1
    if (attempts === 1) throw new Error('No answer')
    return store(sent)
  }
  const { user, container, submit, submitted } = renderForm([offer], { uploadFile: failing })
  choose(container, file('a.pdf'))
  expect(await screen.findByText('The upload of a.pdf failed. Try again, or remove the file.')).toBeTruthy()
  await submit()
  expect(submitted).toEqual([])
  expect(screen.getByText('The files are still being uploaded.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Retry the upload of a.pdf' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry the upload of a.pdf' })).toBeNull())
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  await submit()
  expect(submitted).toHaveLength(1)
})

test('a form that is submitted during an upload is sent when the upload ends, once', async () => {
  let finish = () => {}
  const slow: UploadFile = (sent) =>
    new Promise((resolve) => {
      finish = () => resolve(store(sent))
    })
  const { container, submit, submitted } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'))
  await screen.findByRole('progressbar')
  await submit()
  await submit()
  expect(screen.getByText('The files are still being uploaded.')).toBeTruthy()
  expect(submitted).toEqual([])
  await act(async () => finish())
  await waitFor(() => expect(submitted).toEqual([{ offer: [store(file('a.pdf'))] }]))
})

test.each([
  ['something else was pressed meanwhile', store(file('a.pdf')), true],
  ['a file was refused', new UploadRefused('A virus was found.'), false],
  ['an upload has failed', new Error('offline'), false],
] as const)('a form that is submitted during an upload is not sent when %s', async (_about, outcome, isPressed) => {
  let finish = () => {}
  const slow: UploadFile = () =>
    new Promise((resolve, reject) => {
      finish = () => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
    })
  const { container, submit, submitted } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'))
  await screen.findByRole('progressbar')
  await submit()
  if (isPressed) fireEvent.pointerDown(document.body)
  await act(async () => finish())
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(submitted).toEqual([])
  if (outcome instanceof UploadRefused || !(outcome instanceof Error)) {
    await submit()
    expect(submitted).toHaveLength(1)
  }
})

test('a form that is left during an upload is not sent', async () => {
  let finish = () => {}
  const slow: UploadFile = (sent) =>
    new Promise((resolve) => {
      finish = () => resolve(store(sent))
    })
  const { container, submit, submitted } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'))
  await screen.findByRole('progressbar')
  await submit()
  cleanup()
  await act(async () => finish())
  expect(submitted).toEqual([])
})

test('a cancelled upload is aborted, and what arrives late is not kept', async () => {
  let signal: AbortSignal | undefined
  let finish: (stored: FileValue) => void = () => {}
  const slow: UploadFile = (_sent, options) => {
    signal = options.signal
    return new Promise((resolve) => {
      finish = resolve
    })
  }
  const { user, container, submit, submitted } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'))
  await user.click(await screen.findByRole('button', { name: 'Cancel the upload of a.pdf' }))
  expect(signal?.aborted).toBe(true)
  expect(screen.getByText('Upload of a.pdf cancelled.')).toBeTruthy()
  // The button that had the focus is gone.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files: Offer' }))
  finish(store(file('a.pdf')))
  await submit()
  expect(submitted).toEqual([{ offer: null }])
})

test('each upload shows how far it has come, and that the server looks into it, and the whole is reported', async () => {
  let report: (sent: number, total: number) => void = () => {}
  let finish: () => void = () => {}
  const slow: UploadFile = (sent, { onProgress }) => {
    report = onProgress
    return new Promise((resolve) => {
      finish = () => resolve(store(sent))
    })
  }
  const { container, findViolations } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'))
  const bar = await screen.findByRole('progressbar', { name: 'Uploading a.pdf' })
  expect(bar.getAttribute('value')).toBe('0')
  act(() => report(300, 1200))
  expect([bar.getAttribute('value'), screen.getByText('25 %').tagName]).toEqual(['25', 'SPAN'])
  expect(await findViolations()).toEqual([])
  act(() => report(1200, 1200))
  // How long that takes nobody knows.
  expect([bar.getAttribute('value'), screen.getByText('Checking').tagName]).toEqual([null, 'SPAN'])
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('Uploading a.pdf')
  await act(async () => finish())
  await waitFor(() => expect(region.textContent).toBe('a.pdf uploaded.'))
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a file that the server refuses is taken away, and its own sentence is shown, once', async () => {
  const virus = 'A virus was found in “a.pdf”. It was not stored.'
  const refusing: UploadFile = async (sent) => {
    if (sent.name === 'a.pdf') throw new UploadRefused(virus)
    return store(sent)
  }
  const { container, user, submit, submitted } = renderForm([offer], { uploadFile: refusing })
  choose(container, file('a.pdf'), file('b.pdf'))
  expect(await screen.findByText(virus)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['b.pdf10 bytes']),
  )
  await user.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(screen.queryByText(virus)).toBeNull()
  await submit()
  expect(submitted).toEqual([{ offer: null }])
})

test('two uploads that arrive at once are both kept', async () => {
  const finish: (() => void)[] = []
  const slow: UploadFile = (sent) => new Promise((resolve) => finish.push(() => resolve(store(sent))))
  const { container, submit, submitted } = renderForm([offer], { uploadFile: slow })
  choose(container, file('a.pdf'), file('b.pdf'))
  await waitFor(() => expect(finish).toHaveLength(2))
  for (const done of finish) done()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  await submit()
  expect(submitted).toMatchObject([{ offer: [{ name: 'a.pdf' }, { name: 'b.pdf' }] }])
})

test('ten uploads run at a time', async () => {
  let running = 0
  let most = 0
  const finish: (() => void)[] = []
  const slow: UploadFile = async (sent) => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => finish.push(resolve))
    running -= 1
    return store(sent)
  }
  const { container } = renderForm([{ ...offer, maxfiles: 25 }], { uploadFile: slow })
  choose(container, ...Array.from({ length: 25 }, (_, index) => file(`f${index}.pdf`)))
  for (let count = 0; count < 25; count++) {
    await waitFor(() => expect(finish.length).toBeGreaterThan(count))
    finish[count]?.()
  }
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(most).toBe(10)
  expect(screen.getAllByRole('listitem')).toHaveLength(25)
})

test('a required one asks for a file in the words of the specification, and takes the focus', async () => {
  const { submit, submitted, findViolations } = renderForm([{ ...offer, required: true }], { uploadFile })
  await submit()
  expect(submitted).toEqual([])
  expect(screen.getByText('Please upload at least one file in dropzone')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Choose files: Offer, required' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-describedby')).toContain('form-n1-error')
  expect(await findViolations()).toEqual([])
})

test('without an upload, files cannot be added', () => {
  renderForm([offer])
  expect(screen.getByRole('button', { name: 'Choose files: Offer' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Files cannot be added here.')).toBeTruthy()
})

test('read only it is a list of links', () => {
  renderForm([{ ...offer, readOnly: true }], {
    values: { offer: [{ id: 'u1', name: 'a.pdf', size: 5, type: 'application/pdf' }] },
    fileUrl: ({ id }, key) => `/files/${key}/${id}`,
  })
  expect(screen.getByRole('link', { name: 'a.pdf' }).getAttribute('href')).toBe('/files/offer/u1')
})
