"""Describes the archive that Score-P would have written of a run that text traces tell of, for write.py.

    /usr/bin/python3 from_traces.py [--paths PATHS.json] TRACE … > description.json

Traces are those of liballprof or llamp-trace (text), of rank 0 first, gzipped or not. Sizes of collectives are counted as
Score-P counts them, over all ranks; calls in place as if they were not. Requests are numbered in order of issue. With
PATHS.json, a list of [function, file, line] by name of call, calls are made from within those regions.
"""

import gzip
import json
import sys

PITCH = 8
HEADERS = ('#stack', '#map', '#site', '#region', '#pcontrol')


def lines_of(path):
    with open(path, 'rb') as file:
        data = file.read()
    return (gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data).decode().splitlines()


def ticks(text):
    return round(float(text) * 1000)


class Numbers:
    """Numbers of names, in the order in which they first come."""

    def __init__(self):
        self.list = []
        self.index = {}

    def of(self, key, made):
        if key not in self.index:
            self.index[key] = len(self.list)
            self.list.append(made)
        return self.index[key]


class Run:
    def __init__(self, ranks, paths):
        self.ranks = ranks
        self.paths = paths
        self.regions = Numbers()
        self.comms = Numbers()
        self.comms.of(('0', tuple(range(ranks))), ['MPI_COMM_WORLD', list(range(ranks))])
        self.comms.of('self', ['MPI_COMM_SELF', 'self'])

    def call(self, name):
        return self.regions.of(name, {'name': name, 'paradigm': 'mpi'})

    def function(self, name, file, line):
        return self.regions.of((name, file), {'name': name, 'paradigm': 'user', 'file': file, 'line': line})


class Rank:
    """The events of one rank."""

    def __init__(self, run, rank):
        self.run = run
        self.rank = rank
        self.events = []
        self.world = None
        self.members = {}
        self.made = {}
        self.requests = {}
        self.persistent = {}
        self.last = 0
        self.path = []

    def comm(self, text):
        """Number and size of a communicator, and this rank in it."""
        handle, rank, size = (int(part) for part in text.split(','))
        if handle in self.members:
            return self.members[handle], rank, size
        if size == self.run.ranks and self.world in (None, handle):
            self.world = handle
            return 0, rank, size
        raise SystemExit(f'communicator {text} of rank {self.rank} is not known')

    def learn(self, text):
        """`#comm: handle,members`: which of the same members it is counts, as its members make them in one order."""
        handle, *members = (int(part) for part in text.split(','))
        key = tuple(members)
        count = self.made.get(key, 1 if members in (list(range(self.run.ranks)), [self.rank]) else 0)
        self.made[key] = count + 1
        self.members[handle] = self.run.comms.of((str(count), key), [f'comm of {len(members)}', members])

    def within(self, path, time):
        """Leaves and enters functions, so that the next call is made from `path`."""
        while self.path and self.path != path[: len(self.path)]:
            self.events.append([time, 'leave', self.path.pop()])
        for region in path[len(self.path) :]:
            self.events.append([time, 'enter', region])
            self.path.append(region)

    def call(self, name, start, fields, end, completed):
        functions = self.run.paths.get(name, [['main', 'main.c', 1]])
        self.within([self.run.function(*function) for function in functions], start)
        region = self.run.call(name)
        self.events.append([start, 'enter', region])
        first = len(self.events)
        self.record(name[4:], fields, completed)
        # What is recorded in a call lies in it: here at its middle.
        for event in self.events[first:]:
            event.insert(0, start + (end - start) // 2)
        self.events.append([end, 'leave', region])

    def issue(self, address, event):
        self.last += 1
        self.requests[address] = (self.last, event)
        return self.last

    def record(self, name, f, completed):
        add = self.events.append
        size = lambda count, type: int(count) * int(type.split(',')[1])
        if name in ('Send', 'Ssend', 'Bsend', 'Rsend') and int(f[3]) >= 0:
            add(['mpi_send', int(f[3]), self.comm(f[5])[0], int(f[4]), size(f[1], f[2])])
        elif name in ('Recv', 'Mrecv') and int(f[3]) >= 0:
            add(['mpi_recv', int(f[3]), self.comm(f[5])[0], int(f[4]), size(f[1], f[2])])
        elif name in ('Isend', 'Issend', 'Ibsend', 'Irsend', 'Irecv'):
            self.start(f[6], name == 'Irecv', f)
        elif name in ('Send_init', 'Recv_init'):
            self.persistent[int(f[6])] = (name == 'Recv_init', f)
        elif name == 'Start':
            self.start(f[0], *self.persistent[int(f[0])])
        elif name == 'Startall':
            for i in range(int(f[0])):
                address = int(f[1]) + PITCH * i
                self.start(address, *self.persistent[address])
        elif name == 'Wait':
            self.complete([int(f[0])])
        elif name == 'Waitall':
            self.complete([int(f[1]) + PITCH * i for i in range(int(f[0]))])
        elif name in ('Waitany', 'Waitsome', 'Test', 'Testany', 'Testsome', 'Testall'):
            self.complete(completed)
        elif name == 'Sendrecv':
            comm = self.comm(f[10])[0]
            if int(f[3]) >= 0:
                add(['mpi_send', int(f[3]), comm, int(f[4]), size(f[1], f[2])])
            if int(f[8]) >= 0:
                add(['mpi_recv', int(f[8]), comm, int(f[9]), size(f[6], f[7])])
        else:
            self.collective(name, f, size)

    def start(self, address, receives, f):
        if int(f[3]) < 0:
            return
        message = [int(f[3]), self.comm(f[5])[0], int(f[4]), int(f[1]) * int(f[2].split(',')[1])]
        if receives:
            number = self.issue(int(address), ['mpi_irecv', *message])
            self.events.append(['mpi_irecv_request', number])
        else:
            number = self.issue(int(address), ['mpi_isend_complete'])
            self.events.append(['mpi_isend', *message, number])

    def complete(self, addresses):
        for address in addresses:
            if address in self.requests:
                number, event = self.requests.pop(address)
                self.events.append([*event, number])

    def collective(self, name, f, size):
        blocking = name if not name.startswith('I') else name[1:].capitalize()
        told = sizes_of(blocking, f, size, lambda text: self.comm(text))
        if told is None:
            return
        comm, root, sent, received = told
        root = 4294967295 if root is None else root
        if blocking == name:
            self.events.append(['mpi_collective_begin'])
            self.events.append(['mpi_collective_end', name.upper(), comm, root, sent, received])
        else:
            event = ['non_blocking_collective_complete', blocking.upper(), comm, root, sent, received]
            self.events.append(['non_blocking_collective_request', self.issue(int(f[-1]), event)])


def sizes_of(name, f, size, comm_of):
    """Communicator, root, and what is sent to and received from all ranks; None for what is no collective."""
    places = {'Barrier': 0, 'Bcast': 4, 'Reduce': 6, 'Allreduce': 5, 'Scan': 5, 'Exscan': 5, 'Gather': 7, 'Gatherv': 9}
    places |= {'Scatter': 7, 'Scatterv': 9, 'Allgather': 6, 'Allgatherv': 8, 'Alltoall': 6, 'Alltoallv': 10}
    places |= {'Reduce_scatter': 6, 'Reduce_scatter_block': 5}
    if name not in places:
        return None
    comm, me, n = comm_of(f[places[name]])
    at = lambda i: size(f[i], f[i + 1])
    total = lambda i, type: sum(int(count) for count in f[i].split(',')) * int(f[type].split(',')[1])
    if name == 'Barrier':
        return comm, None, 0, 0
    if name == 'Bcast':
        root = int(f[3])
        return comm, root, n * at(1) if me == root else 0, at(1)
    if name == 'Reduce':
        root = int(f[5])
        return comm, root, at(2), n * at(2) if me == root else 0
    if name == 'Allreduce':
        return comm, None, n * at(2), n * at(2)
    if name == 'Scan':
        return comm, None, (n - me) * at(2), (me + 1) * at(2)
    if name == 'Exscan':
        return comm, None, (n - me - 1) * at(2), me * at(2)
    if name == 'Gather':
        root = int(f[6])
        return (comm, root, at(4), n * at(4)) if me == root else (comm, root, at(1), 0)
    if name == 'Gatherv':
        root = int(f[8])
        return comm, root, at(1), total(5, 7) if me == root else 0
    if name == 'Scatter':
        root = int(f[6])
        return (comm, root, n * at(1), at(1)) if me == root else (comm, root, 0, at(4))
    if name == 'Scatterv':
        root = int(f[8])
        return comm, root, total(2, 4) if me == root else 0, at(6)
    if name in ('Allgather', 'Alltoall'):
        return comm, None, n * at(4), n * at(4)
    if name == 'Allgatherv':
        return comm, None, n * (at(1) if f[0] == '0' else int(f[5].split(',')[me]) * int(f[7].split(',')[1])), total(5, 7)
    if name == 'Alltoallv':
        return comm, None, total(2, 4), total(7, 9)
    if name == 'Reduce_scatter':
        return comm, None, total(3, 4), n * int(f[3].split(',')[me]) * int(f[4].split(',')[1])
    return comm, None, n * at(2), n * at(2)


def parsed(lines):
    """Calls as [name, start, fields, end, communicators that were noted, requests that were]."""
    calls = []
    for line in lines:
        if line.startswith('MPI_'):
            name, start, *fields, end = line.split(':')
            calls.append((name, start, fields, end, [], []))
        elif line.startswith('#comm: '):
            calls[-1][4].append(line[len('#comm: ') :])
        elif line.startswith('#completed: '):
            calls[-1][5].extend(int(part) for part in line[len('#completed: ') :].split(','))
        elif line.startswith('#matched') or line.startswith('#intercomm'):
            raise SystemExit(f'{line}: what comes from any source is not understood')
    return calls


def events_of(run, rank, lines):
    one = Rank(run, rank)
    for name, start, fields, end, comms, completed in parsed(lines):
        for comm in comms:
            one.learn(comm)
        # MPI_Init has no start, MPI_Finalize no end.
        one.call(name, ticks(end if start == '-' else start), fields, ticks(start if end == '-' else end), completed)
    one.within([], one.events[-1][0])
    return one.events


def main(args):
    paths = {}
    if args[0] == '--paths':
        with open(args[1], encoding='utf-8') as file:
            paths = json.load(file)
        args = args[2:]
    run = Run(len(args), paths)
    events = [events_of(run, rank, lines_of(path)) for rank, path in enumerate(args)]
    locations = [{'rank': rank, 'name': 'Master thread', 'events': list} for rank, list in enumerate(events)]
    json.dump(
        {
            'resolution': 1000000000,
            'creator': 'Score-P (as test/sources/otf2/from_traces.py has it)',
            'ranks': len(args),
            'regions': run.regions.list,
            'comms': run.comms.list,
            'locations': locations,
        },
        sys.stdout,
    )


main(sys.argv[1:])
