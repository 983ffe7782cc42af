import { expect, it } from 'vitest'
import { describeOracle } from './describe-oracle.ts'

const place = {
  vendor: 'oracle',
  host: 'db',
  port: 1521,
  database: 'SHOP',
  username: 'jo',
  password: 'x',
  tls: 'off',
} as const

it.each([
  ['database', 'ORA-01017', 'Expected db to accept “jo”, but it rejects the user name or the password.', true],
  [
    'database',
    'ORA-01456',
    'Expected a statement that only reads, but it changes something. It changed nothing.',
    true,
  ],
  ['database', 'ORA-00942', 'Expected db to carry out the statement, but it says: its text.', true],
  ['database', 'ORA-00060', 'Expected db to carry out the statement, but it says: its text.', false],
  ['database', 'ORA-02391', 'Expected db to carry out the statement, but it says: its text.', false],
  ['database', 'ORA-01109', 'Expected db to carry out the statement, but it says: its text.', false],
  ['database', 'ORA-04061', 'Expected db to carry out the statement, but it says: its text.', false],
  ['driver', 'NJS-138', 'Expected Oracle 12.1 or later at db, but it is older.', true],
  [
    'driver',
    'NJS-098',
    "Expected each :name to be a parameter, but the driver finds others. Check texts such as q'[…]'.",
    true,
  ],
  ['driver', 'NJS-141', 'Expected a statement that the driver of Oracle can carry out, but it cannot (NJS-141).', true],
  ['listener', '', 'Expected the listener of db to accept the connection, but it refuses.', false],
  ['type', 'PLACE (BFILE)', 'Expected columns that have a text form, but PLACE (BFILE) has none.', true],
] as const)('%s error %s is “%s”', (from, code, message, isFinal) => {
  expect(describeOracle({ from, code, message: 'its text' }, place)).toMatchObject({ message, isFinal })
})

it.each([
  ['database', 'ORA-01013', 'timeout'],
  ['driver', 'NJS-123', 'timeout'],
  ['driver', 'NJS-500', null],
  ['driver', 'ECONNRESET', null],
  ['network', 'ECONNRESET', null],
] as const)('%s error %s is %s', (from, code, said) => {
  expect(describeOracle({ from, code, message: '' }, place)).toBe(said)
})
