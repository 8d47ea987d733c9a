// My engine: a legal move for each of the eight games. Change the method of your game; the rest can stay.
//   dotnet run -- --port 8000                            (.NET 8 or newer)
//   mcs Engine.cs && mono Engine.exe --port 8000         (Mono)
// Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Threading;

public static class Engine
{
    // Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online.
    static string MyReferee = "";

    const string Letters = "ABCDEFGHIJKLMNOPQRS", Digits = "0123456789";
    static readonly ThreadLocal<Random> Chance = new ThreadLocal<Random>(() => new Random(Guid.NewGuid().GetHashCode()));

    // The move. `ask` has the parameters of the request, by their names in the manual.
    static string Choose(Dictionary<string, string> ask)
    {
        switch (ask["Set"].ToLowerInvariant())
        {
            case "rochambeau": return Rochambeau(ask);
            case "tictactoe": return TicTacToe(ask);
            case "bigtictactoe": return Morpion(ask);
            case "pente": return Pente(ask);
            case "mastermind": return MasterMind(ask);
            case "poker": return Poker(ask);
            case "reversi": return Reversi(ask);
            case "seafight": return SeaFight(ask);
            default: throw new ArgumentException("Set=" + ask["Set"]);
        }
    }

    // 1 for the first player, 2 for the second: Turn is odd for the first.
    static int Me(Dictionary<string, string> ask) { return int.Parse(ask["Turn"]) % 2 == 1 ? 1 : 2; }

    // The Tray; Init means an empty board.
    static string Board(Dictionary<string, string> ask, string empty) { return ask["Tray"] == "Init" ? empty : ask["Tray"]; }

    // The numbers of the cells that hold this mark, from 0.
    static List<int> Cells(string tray, char mark) { return Enumerable.Range(0, tray.Length).Where(cell => tray[cell] == mark).ToList(); }

    static string Zeros(int count) { return new string('0', count); }

    static T Any<T>(IList<T> list) { return list[Chance.Value.Next(list.Count)]; }

    // The name of a cell: the column first, then the row.
    static string Square(int cell, int width, string rows) { return "" + Letters[cell % width] + rows[cell / width]; }

    // 1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2.
    static string Rochambeau(Dictionary<string, string> ask) { return Any(new[] { "1", "2", "3" }); }

    // Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9.
    static string TicTacToe(Dictionary<string, string> ask) { return (Any(Cells(Board(ask, Zeros(9)), '0')) + 1).ToString(); }

    // Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9.
    static string Morpion(Dictionary<string, string> ask) { return Square(Any(Cells(Board(ask, Zeros(100)), '0')), 10, Digits); }

    // Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone.
    static string Pente(Dictionary<string, string> ask)
    {
        string tray = Board(ask, Zeros(361));
        List<int> free = Cells(tray, '0');
        int first = tray.IndexOf('1');
        if (ask["Turn"] == "3" && first >= 0)
            free.RemoveAll(cell => Math.Max(Math.Abs(cell % 19 - first % 19), Math.Abs(cell / 19 - first / 19)) < 3);
        return Square(Any(free), 19, Letters);
    }

    // Tray: my lines, each two marks (right place, wrong place) and four colours A to H. Value: four colours.
    // At Turn 1 and 2 the Value is my own code, later a line: a code that would have given all these marks.
    static string MasterMind(Dictionary<string, string> ask)
    {
        string tray = Board(ask, "");
        var lines = Enumerable.Range(0, tray.Length / 6).Select(line => tray.Substring(6 * line, 6)).ToList();
        int start = Chance.Value.Next(4096);
        for (int step = 0; step < 4096; step++)
        {
            int number = (start + step) % 4096;
            string code = string.Concat(Enumerable.Range(0, 4).Select(peg => Letters[number >> 3 * peg & 7]));
            if (lines.All(line => Marks(code, line.Substring(2)) == line.Substring(0, 2))) return code;
        }
        return "AABB";
    }

    // Two digits: pegs in the right place, and right colours elsewhere.
    static string Marks(string code, string line)
    {
        int placed = Enumerable.Range(0, 4).Count(peg => code[peg] == line[peg]);
        int common = "ABCDEFGH".Sum(colour => Math.Min(code.Count(peg => peg == colour), line.Count(peg => peg == colour)));
        return "" + placed + (common - placed);
    }

    // Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.
    // Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do.
    static string Poker(Dictionary<string, string> ask)
    {
        string[] parts = ask["Tray"].Substring(5).Split('M');
        string mine = parts[0].Substring(Me(ask) == 1 ? 0 : 4, 4), table = parts[0].Substring(8); // such as "S1HT"
        if (mine.Length + table.Length > 14) throw new ArgumentException(table); // look at both and do better
        string[] stakes = parts.Last().Replace("?", "").Split('-');
        return Me(ask) == 1 ? stakes[1] : stakes[0];
    }

    // Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass.
    static string Reversi(Dictionary<string, string> ask)
    {
        string tray = Board(ask, Zeros(27) + "43" + Zeros(6) + "34" + Zeros(27));
        char own = Me(ask) == 1 ? '3' : '4', other = own == '3' ? '4' : '3';
        var legal = Cells(tray, '0').Where(cell => Turns(tray, cell, own, other)).ToList();
        return legal.Count == 0 ? "XX" : Square(Any(legal), 8, "12345678");
    }

    // Whether a disc there turns any other.
    static bool Turns(string tray, int cell, char own, char other)
    {
        Func<int, int, char> at = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8 ? tray[y * 8 + x] : ' ';
        for (int way = 0; way < 9; way++)
        {
            int right = way % 3 - 1, down = way / 3 - 1, x = cell % 8 + right, y = cell / 8 + down, between = 0;
            for (; way != 4 && at(x, y) == other; between++) { x += right; y += down; }
            if (between > 0 && at(x, y) == own) return true;
        }
        return false;
    }

    // Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9.
    static string SeaFight(Dictionary<string, string> ask)
    {
        return ask["Tray"] == "Init" ? Fleet() : Square(Any(Cells(ask["Tray"], '0')), 10, Digits);
    }

    // Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51.
    static string Fleet()
    {
        var taken = new HashSet<int>();
        string ships = "";
        foreach (int size in new[] { 5, 4, 3, 3, 2 })
        {
            List<int> ship;
            bool flat;
            do
            {
                flat = Chance.Value.Next(2) == 0;
                int start = Chance.Value.Next(flat ? 10 : 11 - size) * 10 + Chance.Value.Next(flat ? 11 - size : 10);
                ship = Enumerable.Range(0, size).Select(step => start + step * (flat ? 1 : 10)).ToList();
            } while (ship.Any(taken.Contains));
            taken.UnionWith(ship);
            ships += (flat ? "H" : "V") + size + Square(ship[0], 10, Digits) + "1";
        }
        return ships;
    }

    // Send the move to the referee, with Game and MoveId as they came.
    static void CallBack(Dictionary<string, string> ask, string value)
    {
        var referee = new Uri(ask["Referee"]);
        bool web = referee.Scheme == "http" || referee.Scheme == "https";
        if (!web || (MyReferee != "" && referee.Host != MyReferee)) return;
        string told = "Game=" + Quoted(ask["Game"]) + "&MoveId=" + Quoted(ask["MoveId"]) + "&Value=" + Quoted(value);
        string target = referee.PathAndQuery + (referee.Query == "" ? "?" : "&") + told;
        byte[] packet = Encoding.ASCII.GetBytes("GET " + target + " HTTP/1.1\r\nHost: " + referee.Authority + "\r\nConnection: close\r\n\r\n");
        using (var line = new TcpClient(referee.Host, referee.Port) { ReceiveTimeout = 15000 })
        using (Stream stream = referee.Scheme == "https" ? Secured(line, referee.Host) : line.GetStream())
        {
            stream.Write(packet, 0, packet.Length);
            stream.CopyTo(Stream.Null);
        }
    }

    static Stream Secured(TcpClient line, string host)
    {
        var stream = new SslStream(line.GetStream());
        stream.AuthenticateAsClient(host);
        return stream;
    }

    static string Quoted(string text) { return Uri.EscapeDataString(text); }

    // The parameters of a request: what stands after the ? of its first line.
    static Dictionary<string, string> Read(string target)
    {
        var ask = new Dictionary<string, string> { { "Set", "" }, { "Tray", "Init" }, { "Status", "0" }, { "Referee", "" }, { "Game", "" }, { "MoveId", "" } };
        foreach (string field in target.Substring(target.IndexOf('?') + 1).Split('&'))
        {
            string[] parts = field.Split(new[] { '=' }, 2);
            ask[parts[0]] = parts.Length < 2 ? "" : Uri.UnescapeDataString(parts[1].Replace('+', ' '));
        }
        return ask;
    }

    static string Answer(string target)
    {
        Dictionary<string, string> ask = Read(target);
        if (ask["Status"] != "0") return ""; // the game is over, nothing to answer
        string value = Choose(ask);
        if (ask["Referee"] == "") return value;
        CallBack(ask, value);
        return "";
    }

    // One connection of the referee, with one request after the other.
    static void Serve(TcpClient line)
    {
        using (line)
        {
            line.NoDelay = true;
            line.ReceiveTimeout = 60000;
            try
            {
                var reader = new StreamReader(line.GetStream(), Encoding.ASCII);
                string first;
                while (!string.IsNullOrEmpty(first = reader.ReadLine()))
                {
                    while (!string.IsNullOrEmpty(reader.ReadLine())) { }
                    string status = "200 OK", value = "";
                    try { value = Answer(first.Split(' ')[1]); }
                    catch (Exception trouble) { Console.Error.WriteLine(trouble); status = "500 Internal Server Error"; }
                    string answer = "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: " + value.Length + "\r\n\r\n" + value;
                    byte[] bytes = Encoding.ASCII.GetBytes(answer);
                    line.GetStream().Write(bytes, 0, bytes.Length);
                }
            }
            catch (IOException) { } // the referee has hung up
        }
    }

    static string Option(string[] words, string name, string usual)
    {
        int at = Array.IndexOf(words, name);
        return at < 0 ? usual : words[at + 1];
    }

    public static void Main(string[] words)
    {
        string host = Option(words, "--host", "127.0.0.1");
        var listener = new TcpListener(IPAddress.Parse(host), int.Parse(Option(words, "--port", "8000")));
        listener.Start();
        Console.WriteLine("http://" + host + ":" + ((IPEndPoint)listener.LocalEndpoint).Port + "/");
        while (true)
        {
            TcpClient line = listener.AcceptTcpClient();
            new Thread(() => Serve(line)) { IsBackground = true }.Start();
        }
    }
}
