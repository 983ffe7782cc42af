import { createHash } from 'node:crypto'
import { limits, text } from '@millrace/contract'
import { z } from 'zod'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Upload, UploadedFile } from '../../platform/http/read-upload.ts'
import { getBytes } from '../../platform/uploads/content.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTheme } from './policy.ts'
import { type PictureKind, readPicture } from './read-picture.ts'
import { hasTheme } from './theme-queries.ts'

/**
 * Saves the parts of the form for themes, all of them or nothing.
 *
 * @returns the error of one of them, or null.
 */
export async function saveThemeData(
  { db, clock }: OperationContext,
  request: Request,
  { fields, files }: Upload,
): Promise<Refusal | null> {
  const refusal = refuseTheme(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const parsed = themeFields.safeParse(Object.fromEntries(fields))
  if (!parsed.success) return refuseFields(parsed.error)
  const pictures = readPictures(files)
  if (pictures instanceof Refusal) return pictures
  const { productName, themeCode, menuOnTop, fixedFooter } = parsed.data
  const stamp = { updated_at: clock(), updated_by: username }
  return db.withTransaction(actorOf(request), async (tx) => {
    if (themeCode !== undefined && !(await hasTheme(tx, workplaceId, themeCode)))
      return refuse('theme.unknown', `Expected the code of a theme, but there is no theme “${themeCode}”.`)
    const values = {
      ...stamp,
      ...(productName === undefined ? {} : { product_name: productName === '' ? null : productName }),
      ...(themeCode === undefined ? {} : { theme_code: themeCode }),
      ...(menuOnTop === undefined ? {} : { menu_on_top: menuOnTop === 'true' }),
      ...(fixedFooter === undefined ? {} : { fixed_footer: fixedFooter === 'true' }),
    }
    await tx.query(
      kysely
        .insertInto('site_theme')
        .values({ workplace_id: workplaceId, ...values })
        .onConflict((conflict) => conflict.column('workplace_id').doUpdateSet(values)),
    )
    for (const { kind, bytes, contentType } of pictures) {
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
      const picture = { content_type: contentType, bytes, digest, ...stamp }
      await tx.query(
        kysely
          .insertInto('site_picture')
          .values({ workplace_id: workplaceId, kind, ...picture })
          .onConflict((conflict) => conflict.columns(['workplace_id', 'kind']).doUpdateSet(picture)),
      )
    }
    return null
  })
}

const flag = z.enum(['true', 'false'])

/** A form sends text only; browsers send an empty text for a file that was not chosen. */
const themeFields = z.strictObject({
  productName: z.union([z.literal(''), text('settingValue', limits.name)]).optional(),
  themeCode: z.string().max(limits.themeName).optional(),
  menuOnTop: flag.optional(),
  fixedFooter: flag.optional(),
  logo: z.literal('').optional(),
  favicon: z.literal('').optional(),
})

function refuseFields(error: z.ZodError): Refusal {
  const details = error.issues.map(({ path, message }) => ({ where: path.join('.') || 'form', message }))
  const [first] = details
  return refuse(
    'request.invalid',
    `Expected valid theme data, but ${first?.where ?? 'it'} is not: ${first?.message ?? ''}`,
    details,
  )
}

interface NewPicture {
  readonly kind: PictureKind
  readonly bytes: Buffer
  readonly contentType: string
}

function readPictures(files: readonly UploadedFile[]): NewPicture[] | Refusal {
  const pictures: NewPicture[] = []
  for (const { field, content } of files) {
    const bytes = Buffer.from(getBytes(content))
    if (bytes.length === 0) continue
    if (field !== 'logo' && field !== 'favicon')
      return refuse('request.invalid', `Expected files in the parts logo and favicon, but there is one in “${field}”.`)
    if (pictures.some(({ kind }) => kind === field))
      return refuse('request.invalid', `Expected one ${field}, but there are two.`)
    const picture = readPicture(field, bytes)
    if (picture instanceof Refusal) return picture
    pictures.push({ kind: field, ...picture })
  }
  return pictures
}
