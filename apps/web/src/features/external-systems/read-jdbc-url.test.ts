import { expect, it } from 'vitest'
import { readJdbcUrl } from './read-jdbc-url.ts'

it.each([
  [
    'jdbc:postgresql://db.example.org/shop',
    { vendor: 'postgresql', host: 'db.example.org', port: 5432, database: 'shop' },
  ],
  [
    'jdbc:mariadb://10.0.0.1:3307/shop?user=jo&password=x',
    { vendor: 'mysql', host: '10.0.0.1', port: 3307, database: 'shop', username: 'jo' },
  ],
  [
    'jdbc:sqlserver://db.example.org;databaseName=shop;encrypt=true;user=jo;password=x',
    { vendor: 'sqlserver', host: 'db.example.org', port: 1433, database: 'shop', username: 'jo' },
  ],
  ['jdbc:sqlserver://[::1]:99;database=shop', { vendor: 'sqlserver', host: '::1', port: 99, database: 'shop' }],
  ['jdbc:sqlite:/srv/data/shop.db', { vendor: 'sqlite', host: '', port: 0, database: '/srv/data/shop.db' }],
  ['JDBC:mysql://[::1]/a%20b', { vendor: 'mysql', host: '::1', port: 3306, database: 'a b' }],
])('%s is read', (url, place) => {
  expect(readJdbcUrl(url)).toEqual(place)
})

it.each([
  '',
  'jdbc:',
  'postgres://a/b',
  'jdbc:oracle:thin:@h:1/x',
  'jdbc:sqlserver://h',
  'jdbc:sqlserver:h;databaseName=x',
  'jdbc:sqlite:shop.db',
  'jdbc:mysql:///x',
  'jdbc:mysql://h',
  'jdbc:mysql://h/a/b',
])('%j is none', (url) => {
  expect(readJdbcUrl(url)).toBeNull()
})
