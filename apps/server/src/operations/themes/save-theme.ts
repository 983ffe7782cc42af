import { randomUUID } from 'node:crypto'
import { builtInTheme, limits, text, type UserTheme } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { TakenNames } from '../records/record-kind.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { refuseTheme } from './policy.ts'
import { readVariables } from './read-variables.ts'
import { presentTheme, selectThemes } from './theme-queries.ts'

interface ThemeInput {
  readonly id?: string | null | undefined
  readonly code?: string | null | undefined
  readonly name: string
  readonly variables: string
}

const { themeNameExists, themeCodeUnique } = pageTexts.pageCatalogue

/** Adds a theme, or changes the name and variables of the theme with the id. */
export async function saveTheme(
  { db, clock }: OperationContext,
  request: Request,
  input: ThemeInput,
): Promise<UserTheme | Refusal> {
  const refusal = refuseTheme(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  const variables = readVariables(input.variables)
  if (variables instanceof Refusal) return variables
  if (isSame(input.name, builtInTheme.name)) return refuse('thing.name-taken', themeNameExists, [], 'theme')
  const values = { name: input.name, variables: JSON.stringify(variables), updated_at: clock(), updated_by: username }
  return withFreeNames(themeNames, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const id = input.id
        ? await change(tx, { workplaceId, id: input.id, values })
        : await add(tx, { workplaceId, code: input.code, values })
      return id instanceof Refusal ? id : getTheme(tx, workplaceId, id)
    }),
  )
}

const themeNames = {
  kind: 'theme',
  taken: {
    user_theme_name: { code: 'thing.name-taken', where: 'name', message: themeNameExists },
    user_theme_code: { code: 'thing.key-taken', where: 'code', message: themeCodeUnique },
  },
} as const satisfies TakenNames

interface Values {
  readonly name: string
  readonly variables: string
  readonly updated_at: Date
  readonly updated_by: string
}

async function change(
  tx: Tx,
  { workplaceId, id, values }: { workplaceId: string; id: string; values: Values },
): Promise<string | Refusal> {
  const [theme] = await tx.query(
    kysely
      .updateTable('user_theme')
      .set(values)
      .where('workplace_id', '=', workplaceId)
      .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
      .returning('id'),
  )
  return theme?.id ?? refuse('thing.not-found', 'Expected a theme of this workplace, but there is none with this id.')
}

async function add(
  tx: Tx,
  { workplaceId, code, values }: { workplaceId: string; code: string | null | undefined; values: Values },
): Promise<string | Refusal> {
  const parsed = text('name', limits.themeName).safeParse(code ?? '')
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? ''
    return refuse('request.invalid', `Expected a valid body, but code is not: ${message}`, [{ where: 'code', message }])
  }
  if (isSame(parsed.data, builtInTheme.code)) return refuse('thing.key-taken', themeCodeUnique, [], 'theme')
  const [counted] = await tx.query(
    kysely
      .selectFrom('user_theme')
      .where('workplace_id', '=', workplaceId)
      .select((eb) => eb.fn.countAll<string>().as('count')),
  )
  if (Number(counted?.count) >= limits.themes)
    return refuse(
      'theme.too-many',
      `Expected fewer than ${limits.themes} themes, but there are ${counted?.count}. Delete one first.`,
    )
  const id = randomUUID()
  const { updated_at, updated_by } = values
  const created = { created_at: updated_at, created_by: updated_by }
  await tx.query(
    kysely.insertInto('user_theme').values({ workplace_id: workplaceId, id, code: parsed.data, ...created, ...values }),
  )
  return id
}

async function getTheme(tx: Tx, workplaceId: string, id: string): Promise<UserTheme> {
  const [theme] = await tx.query(selectThemes(workplaceId).where('user_theme.id', '=', id))
  if (theme === undefined) throw new Error('Expected the theme that was just saved, but it is not there.')
  return presentTheme(theme)
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
