import type { FileValue } from '@millrace/forms'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { UploadFile } from '../files/upload-refused.ts'
import { renderForm } from '../testing/render-form.tsx'

const photo = { type: 'image', key: 'photo', label: 'Photo', alt: 'The place', help: 'By day' }
const kept: FileValue = { id: 'place', name: 'place.png', size: 10, type: 'image/png' }
const uploadFile: UploadFile = async ({ name, size, type }) => ({ id: 'place', name, size, type })
const fileUrl = ({ id }: FileValue) => `/files/${id}`

/** It is loaded with the first form that has one. */
const choosing = () => screen.findByRole('button', { name: /^Choose .*Photo/ })

function choose(container: HTMLElement, name: string, type: string): void {
  const input = container.querySelector('input[type=file]')
  if (input === null) throw new Error('Expected a file input, but there is none.')
  fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
}

test('a picture is shown as soon as it is there, and is sent', async () => {
  const { container, submit, submitted, findViolations } = renderForm([photo], { uploadFile, fileUrl })
  const button = await choosing()
  button.focus()
  expect(document.activeElement).toBe(button)
  choose(container, 'place.png', 'image/png')
  expect((await screen.findByRole('img', { name: 'The place' })).getAttribute('src')).toBe('/files/place')
  expect(await findViolations()).toEqual([])
  await submit()
  expect(submitted).toEqual([{ photo: [{ id: 'place', name: 'place.png', size: 1, type: 'image/png' }] }])
})

test('what is no picture is refused, and nothing is kept of it', async () => {
  const { container, submit, submitted } = renderForm([photo], { uploadFile, fileUrl })
  await choosing()
  choose(container, 'plan.pdf', 'application/pdf')
  await waitFor(() => expect(container.querySelector('[data-error=true]')).not.toBeNull())
  expect(screen.queryByRole('img', { name: 'The place' })).toBeNull()
  await submit()
  expect(submitted).toEqual([{ photo: null }])
})

test('required, it says so and takes the focus', async () => {
  const { container, submit, submitted, findViolations } = renderForm([{ ...photo, required: true }], { uploadFile })
  await choosing()
  await submit()
  expect(submitted).toEqual([])
  expect(screen.getByText(/^Please upload/)).toBeTruthy()
  expect(container.querySelector('form')?.contains(document.activeElement)).toBe(true)
  expect(await findViolations()).toEqual([])
})

test('read only, it is the picture without a way to choose another', async () => {
  const { container, findViolations } = renderForm([{ ...photo, readOnly: true }], {
    uploadFile,
    fileUrl,
    values: { photo: [kept] },
  })
  expect(await screen.findByRole('img', { name: 'The place' })).toBeTruthy()
  expect(container.querySelector('input[type=file]')).toBeNull()
  expect(await findViolations()).toEqual([])
})

test('where fingers point, a photo is taken with the camera, and taken for the file', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query === '(pointer: coarse)',
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  )
  const { container, submit, submitted, findViolations } = renderForm([photo], { uploadFile, fileUrl })
  const button = await screen.findByRole('button', { name: 'Take a photo: Photo' })
  const camera = container.querySelector('input[capture=environment]') as HTMLInputElement
  const opened = vi.spyOn(camera, 'click').mockImplementation(() => {})
  fireEvent.click(button)
  expect(opened).toHaveBeenCalledOnce()
  expect(await findViolations()).toEqual([])
  fireEvent.change(camera, { target: { files: [new File(['x'], 'image.jpg', { type: 'image/jpeg' })] } })
  await screen.findByRole('img', { name: 'The place' })
  await submit()
  expect(submitted).toEqual([{ photo: [{ id: 'place', name: 'image.jpg', size: 1, type: 'image/jpeg' }] }])
})
