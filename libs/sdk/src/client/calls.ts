import type { RequestOptions } from '../transport/transport.js';
import { parsedBody, type Core } from './core.js';
import { paginate, type PageOfList } from './paginate.js';
import { withMetadata, type Answer } from './response-metadata.js';
import {
  placeholdersOf,
  type BodyOf,
  type IdsOf,
  type PathOf,
  type QueryOf,
  type ResultOf,
  type Route,
  type RouteWithoutBody,
} from './routes.js';

/** A route as a method of a resource. */
export interface Plain<R extends Route> {
  readonly takes: 'nothing';
  readonly route: R;
}
export interface WithQuery<R extends Route> {
  readonly takes: 'query';
  readonly route: R;
}
export interface WithBody<R extends Route> {
  readonly takes: 'body';
  readonly route: R;
}
export interface Pages<R extends Route, Items extends string> {
  readonly takes: 'pages';
  readonly route: R;
  readonly items: Items;
}
export type CallDeclaration = Plain<Route> | WithQuery<Route> | WithBody<Route> | Pages<Route, string>;

/** `(...ids, options?)` */
export const plain = <const R extends RouteWithoutBody>(route: R): Plain<R> => ({ takes: 'nothing', route });
/** `(...ids, query?, options?)` */
export const withQuery = <const R extends RouteWithoutBody>(route: R): WithQuery<R> => ({
  takes: 'query',
  route,
});
/** `(...ids, body, options?)`; the options may have a query. */
export const withBody = <const R extends Route>(route: R): WithBody<R> => ({ takes: 'body', route });
/** As `withQuery`, and beside it `…AutoPaging`, which loops over the items of all pages. */
export function pages<const R extends Route, const Items extends ListNameOf<R> = 'items' & ListNameOf<R>>(
  route: R,
  ...[items]: 'items' extends ListNameOf<R> ? [items?: Items] : [items: Items]
): Pages<R, Items> {
  return { takes: 'pages', route, items: items ?? ('items' as Items) };
}
/** The lists of an answer that is a page. */
type ListNameOf<R extends Route> =
  ResultOf<R> extends { has_more: boolean } ? ListsOf<ResultOf<R>> & string : never;
type ListsOf<Page> = {
  [Name in keyof Page]: Page[Name] extends readonly unknown[] ? Name : never;
}[keyof Page];

type Ids<R extends Route> = IdsOf<PathOf<R>>;
type ItemOf<Page, Items extends string> = Page extends { [Name in Items]: readonly (infer Item)[] }
  ? Item
  : never;

type CallOf<Declared> =
  Declared extends Plain<infer R>
    ? (...args: [...ids: Ids<R>, options?: RequestOptions]) => Promise<Answer<ResultOf<R>>>
    : Declared extends WithBody<infer R>
      ? (
          ...args: [
            ...ids: Ids<R>,
            body: BodyOf<R>,
            options?: RequestOptions & { readonly query?: QueryOf<R> },
          ]
        ) => Promise<Answer<ResultOf<R>>>
      : Declared extends WithQuery<infer R> | Pages<infer R, string>
        ? (
            ...args: [...ids: Ids<R>, query?: QueryOf<R>, options?: RequestOptions]
          ) => Promise<Answer<ResultOf<R>>>
        : never;

type AutoPagingOf<Declared> =
  Declared extends Pages<infer R, infer Items>
    ? (
        ...args: [...ids: Ids<R>, query?: QueryOf<R>, options?: RequestOptions]
      ) => AsyncGenerator<ItemOf<ResultOf<R>, Items>, void, undefined>
    : never;

/** The methods of a resource. */
export type Calls<Table extends Readonly<Record<string, CallDeclaration>>> = {
  readonly [Name in keyof Table]: CallOf<Table[Name]>;
} & {
  readonly [
    Name in keyof Table & string as Table[Name] extends Pages<Route, string> ? `${Name}AutoPaging` : never
  ]: AutoPagingOf<Table[Name]>;
};

/** The methods that a table declares. */
export function calls<const Table extends Readonly<Record<string, CallDeclaration>>>(
  core: Core,
  table: Table,
): Calls<Table> {
  const methods: Record<string, unknown> = {};
  for (const [name, declared] of Object.entries(table)) {
    const [method = '', path = ''] = declared.route.split(' ');
    const ids = placeholdersOf(path).filter((placeholder) => !(placeholder in core.settings.scope));
    const call = callOf(core, { method, path, ids, takes: declared.takes });
    methods[name] = call;
    if (declared.takes === 'pages') methods[`${name}AutoPaging`] = autoPagingOf(call, declared, ids.length);
  }
  return methods as Calls<Table>;
}

type Call = (...args: readonly unknown[]) => Promise<unknown>;

interface Called {
  readonly method: string;
  readonly path: string;
  /** Placeholders that the arguments fill. */
  readonly ids: readonly string[];
  readonly takes: CallDeclaration['takes'];
}

function callOf(core: Core, { method, path, ids: names, takes }: Called): Call {
  return async (...args) => {
    const ids = Object.fromEntries(names.map((name, index) => [name, args[index] as string]));
    const [first, second] = args.slice(names.length);
    const input = takes === 'nothing' ? undefined : first;
    const given = (takes === 'nothing' ? first : second) as RequestOptions & { readonly query?: object };
    const { query: beside, ...options } = given ?? {};
    const sent = takes === 'body' ? { query: beside, body: input } : { query: input as object | undefined };
    const received = await core.request(method, path, { ids, ...sent }, options);
    return withMetadata(parsedBody(received), received.response);
  };
}

function autoPagingOf(call: Call, { items }: Pages<Route, string>, count: number) {
  return (...args: readonly unknown[]) => {
    const ids = args.slice(0, count);
    const [query, options] = args.slice(count) as [
      { offset?: number } | undefined,
      RequestOptions | undefined,
    ];
    const fetchPage = (position: object) =>
      call(...ids, { ...query, ...position }, options) as Promise<PageOfList & Record<string, unknown[]>>;
    return paginate(fetchPage, (page) => page[items] ?? [], query?.offset);
  };
}

/** A part of a client. */
export type Resource<Own> = Own & {
  /** The same with other options for each request: inner ones win, headers merge. */
  withOptions(options: RequestOptions): Resource<Own>;
};

/** A resource that a table declares. */
export const resourceOf =
  <const Table extends Readonly<Record<string, CallDeclaration>>>(table: Table) =>
  (core: Core): Resource<Calls<Table>> =>
    resource(core, (inner) => calls(inner, table));

export function resource<Own extends object>(core: Core, build: (core: Core) => Own): Resource<Own> {
  return { ...build(core), withOptions: (options) => resource(core.withOptions(options), build) };
}
